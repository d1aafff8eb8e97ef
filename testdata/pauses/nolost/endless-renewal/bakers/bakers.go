// Package bakers bakes in one oven at a time, and lets the oven cool by itself.
package bakers

import (
	"context"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
)

// Bakery has ovens.
type Bakery struct {
	locks *redislock.Client
	log   *slog.Logger
	bake  func(ctx context.Context, bread string) error
}

// Bake bakes. The oven's lock lapses half a minute after the bread is done, so
// that nobody burns their fingers.
func (b *Bakery) Bake(ctx context.Context, oven, bread string) error {
	lock, err := b.locks.Obtain(ctx, "oven:"+oven, 30*time.Second, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(10 * time.Second) {
			if err := lock.Refresh(context.Background(), 30*time.Second, nil); err != nil { // want nolost
				b.log.Warn("oven is lost", "oven", oven, "error", err)
				cancel()
				return
			}
		}
	}()
	return b.bake(ctx, bread)
}
