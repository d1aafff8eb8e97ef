// Package page holds the code of the page of nolost, category late-renewal.
package page

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

const ttl = 30 * time.Second

func wrong(ctx context.Context, locks *redislock.Client, work func(context.Context) error) error {
	lock, err := locks.Obtain(ctx, "jobs/nightly", ttl, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		// WRONG: the lock lives for 30 s
		tick := time.NewTicker(25 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if lock.Refresh(ctx, ttl, nil) != nil { // want nolost
					return
				}
			}
		}
	}()
	return work(ctx)
}

func right(ctx context.Context, locks *redislock.Client, work func(context.Context) error) error {
	lock, err := locks.Obtain(ctx, "jobs/hourly", ttl, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		// RIGHT: two renewals may be missed
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if lock.Refresh(ctx, ttl, nil) != nil {
					return
				}
			}
		}
	}()
	return work(ctx)
}
