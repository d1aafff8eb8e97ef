// Package renew keeps locks alive while long work is done.
package renew

import (
	"context"
	"log"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const period = 10 * time.Second // the mutexes live for 30 seconds

// Nightly runs work on one machine only.
//
// Wrong: when the lock is lost, somebody writes a line to the log, and the
// work goes on beside that of the next holder.
func Nightly(ctx context.Context, locks *redsync.Redsync, work func(context.Context) error) error {
	mu := locks.NewMutex("job:nightly", redsync.WithExpiry(3*period))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	done := make(chan struct{})
	defer close(done)
	go func() {
		tick := time.NewTicker(period)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
					log.Printf("nightly: not renewed: %v", err)
				}
			}
		}
	}()
	return work(ctx)
}

// Weekly runs work on one machine only.
//
// Right: the renewal that fails cancels the work's context.
func Weekly(ctx context.Context, locks *redsync.Redsync, work func(context.Context) error) error {
	mu := locks.NewMutex("job:weekly", redsync.WithExpiry(3*period))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		tick := time.NewTicker(period)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
					return
				}
			}
		}
	}()
	return work(ctx)
}
