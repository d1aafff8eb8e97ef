// Package curators hangs an exhibition, one curator a hall.
package curators

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

const (
	loan  = 30 * time.Second
	check = 25 * time.Second
)

// Curator hangs pictures.
type Curator struct {
	locks *redislock.Client
	hang  func(ctx context.Context, hall string) error
}

// Hang hangs the pictures of a hall, and stops when the hall is not ours any more.
func (c *Curator) Hang(ctx context.Context, hall string) error {
	lock, err := c.locks.Obtain(ctx, "hall:"+hall, loan, nil)
	if err != nil {
		return fmt.Errorf("curators: hall %s: %w", hall, err)
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go c.stay(ctx, lock, cancel)
	return c.hang(ctx, hall)
}

func (c *Curator) stay(ctx context.Context, lock *redislock.Lock, lost context.CancelCauseFunc) {
	tick := time.NewTicker(check)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := lock.Refresh(ctx, loan, nil); err != nil { // want nolost
				lost(err)
				return
			}
		}
	}
}
