module github.com/gotomicro/ego-component/eredis

go 1.26.0
