module github.com/hjr265/redsync.go

go 1.26.0
