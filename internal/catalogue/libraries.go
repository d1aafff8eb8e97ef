package catalogue

// libraries lists the tables; a new client is one more line.
var libraries = []*Library{
	goRedis, redigo, rueidis, goZero,
	redsync, redisLock, bsmRedisLock, rueidisLock,
	etcd, etcdConcurrency, consul, zooKeeper, leaderElection,
	databaseSQL, sqlx, pgx, gorm, squirrel,
	dynamoDB, s3, awsValues,
	httpClient,
	fresh, random, hostValues, syscallValues, clock, texts, stringTexts, paths, formats, contexts, spawns, periodic, onces, logs,
}
