// Package ushers takes the period from the settings and the TTL from the caller.
package ushers

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Settings come from a file.
type Settings struct {
	Every time.Duration `yaml:"every"`
}

// Usher shows seats.
type Usher struct {
	locks *redislock.Client
	set   Settings
}

// Show shows seats of a row, for as long as the lock lives.
func (u *Usher) Show(ctx context.Context, row string, ttl time.Duration, show func(context.Context) error) error {
	l, err := u.locks.Obtain(ctx, "row:"+row, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		every := u.set.Every
		if every <= 0 {
			every = 5 * time.Second
		}
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if l.Refresh(ctx, ttl, nil) != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return show(ctx)
}
