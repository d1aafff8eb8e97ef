package catalogue

// libraries lists the tables; a new client is one more line.
var libraries = []*Library{
	// Redis and Valkey.
	goRedis, redigo, rueidis, goZero, gredis, radix, radix3, radix2, glide,
	redsync, redsyncPools, redisLock, bsmRedisLock, rueidisLock, goRedislock, eredis, rockscache, gocronLockers,

	// Coordination services.
	etcd, etcdConcurrency, etcdV2, etcdWrappers, consul, nomad, vaultPhysical, zooKeeper, curator,
	leaderElection, resourceLocks, kubernetesTyped, kubernetesClients, controllerRuntime,

	// SQL.
	databaseSQL, sqlDrivers, sqlx, goZeroSQL, pgx, gorm, squirrel, bun, xorm, goqu, jet, goquExp, entSQL,
	pgLock, goPglock, gooseLock, migrateDatabase,

	// Other stores.
	mongoDB, mongoOptions, mongoLock, gocql, dynamoDB, dynamoExpression, dynamolock, s3, minioClient, googleStorage, gcsLock,
	azureBlobs, azureLease, dsync, spannerClient, spindle, natsKV, dapr, hazelcast, libkv, goMicroSync, certMagic, fileLock,

	// Messages and requests.
	kafkaClients, httpClient,

	// Values and flow.
	awsValues, pointers, encodings, ioutil, fresh, random, hostValues, syscallValues, clock, texts, stringTexts, paths, formats, embeds, contexts, spawns, periodic, onces, logs,
}
