// Package feeds fills a cache of home feeds. Only one process computes a feed.
package feeds

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Cache holds feeds for some minutes.
type Cache struct {
	rdb     *redis.Client
	compute func(ctx context.Context, user string) ([]string, error)
}

// Refresh computes a feed and stores it.
func (c *Cache) Refresh(ctx context.Context, user string) error {
	key, token := "feed:"+user+":lock", uuid.NewString()
	ok, err := c.rdb.SetNX(ctx, key, token, 15*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), c.rdb, []string{key}, token)

	feed, err := c.compute(ctx, user)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(feed)
	if err != nil {
		return err
	}
	if err := c.rdb.Set(ctx, "feed:"+user, raw, 5*time.Minute).Err(); err != nil {
		return err
	}
	return c.rdb.Del(ctx, "feed:"+user+":page1", "feed:"+user+":page2").Err()
}
