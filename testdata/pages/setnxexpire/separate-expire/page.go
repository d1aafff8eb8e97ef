// Package page holds the code of the page of setnxexpire, category separate-expire.
package page

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func wrong(ctx context.Context, rdb *redis.Client, id, owner string) error {
	// WRONG
	ok, err := rdb.SetNX(ctx, "job:"+id, owner, 0).Result() // want setnxexpire
	if err != nil || !ok {
		return err
	}
	return rdb.Expire(ctx, "job:"+id, time.Minute).Err()
}

func right(ctx context.Context, rdb *redis.Client, id, owner string) (bool, error) {
	// RIGHT
	ok, err := rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Result()

	return ok, err
}
