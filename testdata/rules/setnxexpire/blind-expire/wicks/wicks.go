// Package wicks trims candles behind a function-typed field and a generic helper.
package wicks

import (
	"context"
	"time"

	"github.com/go-redis/redis/v8"
)

type Wick struct {
	add    func(ctx context.Context, key string, v interface{}, d time.Duration) *redis.BoolCmd
	expire func(ctx context.Context, key string, d time.Duration) *redis.BoolCmd
}

func New(c *redis.Client) *Wick { return &Wick{add: c.SetNX, expire: c.Expire} }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Trim prolongs whoever trims.
func Trim(ctx context.Context, c *redis.Client, candle, hand string) bool {
	fresh := must(c.SetNX(ctx, "wick:"+candle, hand, 0).Result()) // want setnxexpire
	must(c.Expire(ctx, "wick:"+candle, time.Minute).Result())
	return fresh
}

// Light has its end in the command.
func (w *Wick) Light(ctx context.Context, candle, hand string) bool {
	return must(w.add(ctx, "light:"+candle, hand, time.Minute).Result()) // ok: one command
}

// Glow keeps a candle's picture.
func (w *Wick) Glow(ctx context.Context, candle string) bool {
	return must(w.expire(ctx, "picture:"+candle, time.Hour).Result()) // ok: nothing set here
}
