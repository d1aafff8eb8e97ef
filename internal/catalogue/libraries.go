package catalogue

// libraries lists the tables; a new client is one more line.
var libraries = []*Library{
	goRedis, redigo, rueidis, goZero, gredis,
	redsync, redisLock, bsmRedisLock, rueidisLock,
	etcd, etcdConcurrency, etcdV2, consul, zooKeeper, leaderElection,
	databaseSQL, sqlx, goZeroSQL, pgx, gorm, squirrel,
	dynamoDB, s3, awsValues,
	httpClient,
	fresh, random, hostValues, syscallValues, clock, texts, stringTexts, paths, formats, contexts, spawns, periodic, onces, logs,
}
