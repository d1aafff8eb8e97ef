// Package ttl bounds keys.
package ttl

import (
	"context"
	"time"

	"github.com/go-redis/redis/v8"
)

// Bound lets key end after d.
func Bound(ctx context.Context, c redis.Cmdable, key string, d time.Duration) error {
	return c.Expire(ctx, key, d).Err()
}

// Repair gives key an end if it has none.
func Repair(ctx context.Context, c redis.Cmdable, key string, d time.Duration) error {
	left, err := c.TTL(ctx, key).Result()
	if err != nil || left != -1 {
		return err
	}
	return c.Expire(ctx, key, d).Err()
}
