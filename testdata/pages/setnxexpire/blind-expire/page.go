// Package page holds the code of the page of setnxexpire, category blind-expire.
package page

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func wrong(ctx context.Context, rdb *redis.Client, id, owner string) (bool, error) {
	// WRONG
	ok, err := rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Result() // want setnxexpire
	if err != nil {
		return false, err
	}
	rdb.Expire(ctx, "job:"+id, time.Minute)
	return ok, nil
}

func right(ctx context.Context, rdb *redis.Client, id, owner string) (bool, error) {
	// RIGHT
	return rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Result()
}
