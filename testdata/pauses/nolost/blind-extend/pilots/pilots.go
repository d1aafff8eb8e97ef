// Package pilots says which pilots are on duty, and flies one plane each.
package pilots

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

// Tower knows who flies.
type Tower struct {
	rdb   *redis.Client
	locks *redislock.Client
	fly   func(ctx context.Context, plane string) error
}

// Duty says each ten seconds that the pilot is there.
func (t *Tower) Duty(ctx context.Context, pilot, place string) error {
	key := "duty:" + pilot
	if err := t.rdb.Set(ctx, key, place, 30*time.Second).Err(); err != nil {
		return err
	}
	defer t.rdb.Del(context.WithoutCancel(ctx), key)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(10 * time.Second):
			if err := t.rdb.Expire(ctx, key, 30*time.Second).Err(); err != nil {
				return err
			}
		}
	}
}

// Fly flies a plane. The lock compares its token when it is refreshed.
func (t *Tower) Fly(ctx context.Context, plane string) error {
	l, err := t.locks.Obtain(ctx, "plane:"+plane, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(10 * time.Second):
				if l.Refresh(ctx, 30*time.Second, nil) != nil {
					return
				}
			}
		}
	}()
	return t.fly(ctx, plane)
}
