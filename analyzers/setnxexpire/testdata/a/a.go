package a

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func wrong(ctx context.Context, rdb *redis.Client) bool {
	ok, err := rdb.SetNX(ctx, "report:lock", 1, 0).Result() // want `leaves key "report:lock" without expiry`
	if err != nil || !ok {
		return false
	}
	return rdb.Expire(ctx, "report:lock", time.Minute).Err() == nil
}

func right(ctx context.Context, rdb *redis.Client) bool {
	ok, err := rdb.SetNX(ctx, "report:lock", 1, time.Minute).Result()
	return err == nil && ok
}
