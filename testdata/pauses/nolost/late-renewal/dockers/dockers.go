// Package dockers has a lock for a crane and a longer one for a ship.
package dockers

import (
	"context"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
	"golang.org/x/sync/errgroup"
)

const (
	crane = 15
	ship  = 90
)

// Docker unloads.
type Docker struct {
	store  *redis.Redis
	unload func(ctx context.Context) error
}

func again(ctx context.Context, l *redis.RedisLock, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			ok, err := l.AcquireCtx(ctx)
			if err != nil || !ok {
				return context.Canceled
			}
		}
	}
}

// Unload unloads a ship with a crane. Each lock is taken again by its own clock.
func (d *Docker) Unload(ctx context.Context, shipID, craneID string) error {
	big, small := redis.NewRedisLock(d.store, "ship:"+shipID), redis.NewRedisLock(d.store, "crane:"+craneID)
	big.SetExpire(ship)
	small.SetExpire(crane)
	for _, l := range []*redis.RedisLock{big, small} {
		if ok, err := l.AcquireCtx(ctx); err != nil || !ok {
			return err
		}
		defer l.ReleaseCtx(context.WithoutCancel(ctx))
	}
	ctx, stop := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return again(ctx, big, 30*time.Second) })
	g.Go(func() error { return again(ctx, small, 5*time.Second) })
	g.Go(func() error {
		defer stop()
		return d.unload(ctx)
	})
	return g.Wait()
}
