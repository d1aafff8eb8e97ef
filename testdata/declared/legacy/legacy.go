// Package legacy is left out.
package legacy

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Clear(ctx context.Context, rdb *redis.Client, owner string) {
	if ok, _ := rdb.SetNX(ctx, "lock:legacy", owner, 30e9).Result(); ok {
		rdb.Del(ctx, "lock:legacy")
	}
}
