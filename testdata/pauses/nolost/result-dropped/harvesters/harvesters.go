// Package harvesters harvests in an errgroup, whose other member renews.
package harvesters

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"golang.org/x/sync/errgroup"
)

// Harvester harvests fields.
type Harvester struct {
	locks   *redislock.Client
	harvest func(context.Context, int) error
}

// Run harvests a field.
func (h *Harvester) Run(ctx context.Context, field int) error {
	const ttl = 40 * time.Second
	lock, err := h.locks.Obtain(ctx, "field", ttl, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, finish := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return keepUp(ctx, lock, ttl) })
	g.Go(func() error {
		defer finish()
		return h.harvest(ctx, field)
	})
	return g.Wait()
}

func keepUp(ctx context.Context, lock *redislock.Lock, ttl time.Duration) error {
	t := time.NewTicker(ttl / 4)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
			if err := lock.Refresh(ctx, ttl, nil); err != nil {
				return err
			}
		}
	}
}
