module catalogue.test/redisv3

go 1.26.0

require gopkg.in/redis.v3 v3.6.4
