// Package clients has the clients that the generated programs use, so that the
// module requires them.
package clients

import (
	_ "github.com/bsm/redislock"
	_ "github.com/google/uuid"
	_ "github.com/redis/go-redis/v9"
	_ "go.etcd.io/etcd/client/v3"
	_ "go.etcd.io/etcd/client/v3/concurrency"
	_ "golang.org/x/sync/errgroup"
)
