// Package grocers sells from one shelf at a time, and lets it rest afterwards.
package grocers

import (
	"context"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
)

// Grocery has shelves.
type Grocery struct {
	locks *redislock.Client
	log   *slog.Logger
	sell  func(ctx context.Context, good string) error
}

// Sell sells. The shelf's lock lapses half a minute after the sale.
func (g *Grocery) Sell(ctx context.Context, shelf, good string) error {
	lock, err := g.locks.Obtain(ctx, "shelf:"+shelf, 30*time.Second, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := lock.Refresh(ctx, 30*time.Second, nil); err != nil {
				g.log.Warn("shelf is lost", "shelf", shelf, "error", err)
				cancel()
				return
			}
		}
	}()
	return g.sell(ctx, good)
}
