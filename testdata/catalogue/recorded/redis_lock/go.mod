module github.com/bsm/redis-lock

go 1.26.0
