//go:build go1.21

// The language of this file is Go 1.21: a loop's variable is one for all turns.
package features

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

func OldLoop(ctx context.Context, rdb *redis.Client, names []string) {
	for _, name := range names {
		if ok, err := rdb.SetNX(ctx, "lock:"+name, "x", time.Minute).Result(); err != nil || !ok {
			continue
		}
		rdb.Del(ctx, "lock:"+name) // want plaindel
	}
}

func ArrayOfSlice(ctx context.Context, rdb *redis.Client, names []string) {
	three := [3]string(names)
	two := (*[2]string)(names)
	if ok, err := rdb.SetNX(ctx, "lock:"+three[0]+two[1], "x", time.Minute).Result(); err == nil && ok {
		rdb.Del(ctx, "lock:"+three[0]+two[1]) // want plaindel
	}
}

func Numbers(ctx context.Context, rdb *redis.Client) {
	const life = 0b11 * 1_0 * 0o17 * 0x1p-1
	if ok, err := rdb.SetNX(ctx, "lock:numbers", "x", life*time.Second).Result(); err == nil && ok {
		rdb.Del(ctx, "lock:numbers") // want plaindel
	}
}

type (
	reader interface {
		Get(context.Context, string) *redis.StringCmd
		Del(context.Context, ...string) *redis.IntCmd
	}
	setter interface {
		SetNX(context.Context, string, any, time.Duration) *redis.BoolCmd
		Del(context.Context, ...string) *redis.IntCmd
	}
	// store has one method from both.
	store interface {
		reader
		setter
	}
)

var _ store = (*redis.Client)(nil)

type number interface {
	~int | ~int64
	comparable
}

func key[N number](n N) string { return fmt.Sprint("lock:", n) }

func apply[T, R any](v T, f func(T) R) R { return f(v) }

func Inferred(ctx context.Context, rdb *redis.Client) (err error) {
	name := apply(1, key)
	defer func() {
		if v := recover(); v != nil {
			err = errors.Join(err, fmt.Errorf("%v", v))
		}
	}()
	if ok, err := rdb.SetNX(ctx, "lock:inferred", name, time.Minute).Result(); err != nil || !ok {
		return err
	}
	return rdb.Del(ctx, "lock:inferred").Err() // want plaindel
}
