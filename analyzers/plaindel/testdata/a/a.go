package a

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const release = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

func wrong(ctx context.Context, rdb *redis.Client, work func()) {
	ok, err := rdb.SetNX(ctx, "report:lock", 1, time.Minute).Result()
	if err != nil || !ok {
		return
	}
	defer rdb.Del(ctx, "report:lock") // want `if the holder stalls, Del frees another holder's lock`
	work()
}

func right(ctx context.Context, rdb *redis.Client, owner string, work func()) {
	ok, err := rdb.SetNX(ctx, "other:lock", owner, time.Minute).Result()
	if err != nil || !ok {
		return
	}
	defer rdb.Eval(ctx, release, []string{"other:lock"}, owner)
	work()
}
