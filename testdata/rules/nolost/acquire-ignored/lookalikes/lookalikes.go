// Package lookalikes does not look whether a set-if-absent did anything, for good reasons.
package lookalikes

import (
	"context"
	"time"

	"github.com/go-redis/redis/v8"
)

type App struct {
	c    redis.Cmdable
	load func(context.Context, string) (string, error)
}

// Warm fills a cache entry unless it is there.
func (a *App) Warm(ctx context.Context, key string) (string, error) {
	v, err := a.load(ctx, key)
	if err != nil {
		return "", err
	}
	a.c.SetNX(ctx, "cache:"+key, v, time.Hour) // ok: a cache fill
	return v, nil
}

// Number seeds a counter and counts.
func (a *App) Number(ctx context.Context, series string) (int64, error) {
	if err := a.c.SetNX(ctx, "number:"+series, 100, 0).Err(); err != nil { // ok: a counter's seed
		return 0, err
	}
	return a.c.Incr(ctx, "number:"+series).Result()
}

// Request counts the requests of a minute.
func (a *App) Request(ctx context.Context, ip string, limit int64) (bool, error) {
	key := "rate:" + ip
	a.c.SetNX(ctx, key, 0, time.Minute) // ok: a rate limit
	n, err := a.c.Incr(ctx, key).Result()
	return n <= limit, err
}

// Born records when a user was seen first.
func (a *App) Born(ctx context.Context, user string) error {
	return a.c.SetNX(ctx, "born:"+user, time.Now().Unix(), 0).Err() // ok: a record
}
