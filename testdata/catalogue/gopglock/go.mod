module catalogue.test/gopglock

go 1.26.0

require github.com/allisson/go-pglock/v3 v3.2.0
