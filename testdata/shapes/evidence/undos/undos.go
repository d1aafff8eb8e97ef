package undos

import (
	"context"
	"github.com/redis/go-redis/v9"
	"time"
)

// consumer: mark, nack on failure (bool)
func Consume(ctx context.Context, rdb *redis.Client, id string, h func() bool) bool {
	k := "msg:" + id
	if n, err := rdb.SetNX(ctx, k, "1", 24*time.Hour).Result(); err != nil || !n {
		return err == nil
	}
	if ok := h(); !ok {
		rdb.Del(ctx, k)
		return false
	}
	return true
}
