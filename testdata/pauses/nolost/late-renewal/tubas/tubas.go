// Package tubas renews late, but has asked for time enough before.
package tubas

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

const (
	short = 10 * time.Second
	long  = 2 * time.Minute
)

// Band plays.
type Band struct {
	locks *redislock.Client
	play  func(context.Context) error
}

// Play plays. The lock is short until the band is ready, and long from then on.
func (b *Band) Play(ctx context.Context, hall string) error {
	l, err := b.locks.Obtain(ctx, "hall:"+hall, short, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if err := l.Refresh(ctx, long, nil); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		tick := time.NewTicker(40 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if l.Refresh(ctx, long, nil) != nil {
					return
				}
			}
		}
	}()
	return b.play(ctx)
}
