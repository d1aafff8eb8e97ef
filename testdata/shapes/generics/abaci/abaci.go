// Package abaci counts; its lock is generic over what it returns.
package abaci

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ErrHeld says that somebody counts.
var ErrHeld = errors.New("held")

// Under returns what f returns, and deletes what it does not compare.
func Under[K comparable, V any](ctx context.Context, c redis.Cmdable, what K, f func(context.Context) (V, error)) (v V, err error) {
	key := fmt.Sprintf("abacus:%v", what)
	ok, err := c.SetNX(ctx, key, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return v, err
	}
	if !ok {
		return v, ErrHeld
	}
	defer c.Del(context.WithoutCancel(ctx), key) // want plaindel
	return f(ctx)
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Inside returns what f returns, and compares.
func Inside[K comparable, V any](ctx context.Context, c redis.Cmdable, what K, f func(context.Context) (V, error)) (v V, err error) {
	key, me := fmt.Sprintf("abacus/%v", what), uuid.NewString()
	ok, err := c.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil {
		return v, err
	}
	if !ok {
		return v, ErrHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	return f(ctx)
}

// Sum sums up.
func Sum(ctx context.Context, c redis.Cmdable, ns []int) (int, error) {
	return Under(ctx, c, len(ns), func(context.Context) (sum int, err error) {
		for _, n := range ns {
			sum += n
		}
		return sum, nil
	})
}

// Mean averages.
func Mean(ctx context.Context, c redis.Cmdable, ns []float64) (float64, error) {
	return Inside(ctx, c, "mean", func(context.Context) (sum float64, err error) {
		for _, n := range ns {
			sum += n / float64(len(ns))
		}
		return sum, nil
	})
}

// Cached fills a cache entry of any type.
func Cached[V any](ctx context.Context, c redis.Cmdable, key string, v V) error {
	return c.SetNX(ctx, "cached:"+key, fmt.Sprint(v), time.Hour).Err() // ok: a cache fill
}

// Uncached drops cache entries.
func Uncached[S ~[]string](ctx context.Context, c redis.Cmdable, keys S) error {
	for _, k := range keys {
		if err := c.Del(ctx, "cached:"+k).Err(); err != nil { // ok: cache entries
			return err
		}
	}
	return nil
}
