package goredis

import (
	"context"
	"time"

	"github.com/go-redis/redis/v8"
)

type Quay struct{ rdb *redis.Client }

// Lease is a lock without expiry that anybody frees.
func (q *Quay) Lease(ctx context.Context, slot string, use func() error) error {
	if ok, err := q.rdb.SetNX(ctx, "slot-lock:"+slot, "taken", 0).Result(); err != nil || !ok { // want setnxexpire
		return errBusy
	}
	defer q.rdb.Del(ctx, "slot-lock:"+slot) // want plaindel
	return use()
}

// Crane prolongs with SET XX, whoever holds the key.
func (q *Quay) Crane(ctx context.Context, slot, me string, lift func(context.Context) error) error {
	if ok, err := q.rdb.SetNX(ctx, "crane-lock:"+slot, me, 9*time.Second).Result(); err != nil || !ok {
		return errBusy
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer q.rdb.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`, []string{"crane-lock:" + slot}, me)
	go func() {
		for t := time.NewTicker(3 * time.Second); ctx.Err() == nil; <-t.C {
			if ok, err := q.rdb.SetXX(ctx, "crane-lock:"+slot, me, 9*time.Second).Result(); err != nil || !ok { // want nolost
				stop()
			}
		}
	}()
	return lift(ctx)
}
