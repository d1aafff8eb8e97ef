package a

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	release = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
	extend  = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`
)

func wrong(ctx context.Context, rdb *redis.Client, owner string, work func(context.Context)) {
	ok, err := rdb.SetNX(ctx, "job:lock", owner, time.Minute).Result()
	if err != nil || !ok {
		return
	}
	defer rdb.Eval(ctx, release, []string{"job:lock"}, owner)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			rdb.Expire(ctx, "job:lock", time.Minute) // want `Expire prolongs lock "job:lock" whoever holds it`
		}
	}()
	work(ctx)
}

func right(ctx context.Context, rdb *redis.Client, owner string, work func(context.Context)) {
	ok, err := rdb.SetNX(ctx, "task:lock", owner, time.Minute).Result()
	if err != nil || !ok {
		return
	}
	defer rdb.Eval(ctx, release, []string{"task:lock"}, owner)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			n, err := rdb.Eval(ctx, extend, []string{"task:lock"}, owner, 60000).Int()
			if err != nil || n == 0 {
				cancel()
			}
		}
	}()
	work(ctx)
}
