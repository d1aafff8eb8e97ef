package figs

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Options struct{ TTL int64 }

type Locker struct {
	rdb *redis.Client
	ttl time.Duration
}

func New(rdb *redis.Client, opts Options) *Locker {
	if opts.TTL == 0 {
		opts.TTL = 30
	}
	return &Locker{rdb: rdb, ttl: time.Duration(opts.TTL)}
}

func (l *Locker) TryLock(ctx context.Context, key, owner string) (bool, error) {
	return l.rdb.SetNX(ctx, key, owner, l.ttl).Result() // want setnxexpire
}
