module catalogue.test/redisv4

go 1.26.0

require gopkg.in/redis.v4 v4.2.4
