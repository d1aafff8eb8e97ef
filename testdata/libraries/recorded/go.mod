module example.test/libraries/recorded

go 1.26.0

require (
	cirello.io/dynamolock/v5 v5.0.0
	github.com/bsm/redis-lock v0.0.0
	github.com/curator-go/curator v0.0.0
	github.com/douyu/jupiter v0.0.0
	github.com/dtm-labs/rockscache v0.0.0
	github.com/google/uuid v1.6.0
	github.com/gotomicro/ego-component/eredis v0.0.0
	github.com/hjr265/redsync.go v0.0.0
	github.com/jefferyjob/go-redislock v0.0.0
	github.com/marcacohen/gcslock v0.0.0
	github.com/mediocregopher/radix.v2 v0.0.0
	github.com/square/mongo-lock v0.0.0
)

// These modules cannot be had any more, or not here: the catalogue has recorded
// their signatures.
replace (
	cirello.io/dynamolock/v5 => ../../catalogue/recorded/dynamolock_v5
	github.com/bsm/redis-lock => ../../catalogue/recorded/redis_lock
	github.com/curator-go/curator => ../../catalogue/recorded/curator
	github.com/douyu/jupiter => ../../catalogue/recorded/jupiter
	github.com/dtm-labs/rockscache => ../../catalogue/recorded/rockscache
	github.com/gotomicro/ego-component/eredis => ../../catalogue/recorded/eredis
	github.com/hjr265/redsync.go => ../../catalogue/recorded/redsync_hjr265
	github.com/jefferyjob/go-redislock => ../../catalogue/recorded/go_redislock
	github.com/marcacohen/gcslock => ../../catalogue/recorded/gcslock
	github.com/mediocregopher/radix.v2 => ../../catalogue/recorded/radix_v2
	github.com/square/mongo-lock => ../../catalogue/recorded/mongo_lock
)
