module github.com/jefferyjob/go-redislock

go 1.26.0
