// Package cedars lets its user say what to do when the lock is lost, or does nothing.
package cedars

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Option sets something.
type Option func(*Keeper)

// OnLost sets what is done when the lock is lost.
func OnLost(f func(error)) Option { return func(k *Keeper) { k.lost = f } }

// Keeper keeps a lock.
type Keeper struct {
	lock *redislock.Lock
	lost func(error)
	stop context.CancelFunc
}

// Keep keeps a lock of a minute.
func Keep(ctx context.Context, l *redislock.Lock, opts ...Option) *Keeper {
	k := &Keeper{lock: l}
	for _, o := range opts {
		o(k)
	}
	ctx, k.stop = context.WithCancel(ctx)
	go k.run(ctx)
	return k
}

func (k *Keeper) run(ctx context.Context) {
	tick := time.NewTicker(20 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			err := k.lock.Refresh(ctx, time.Minute, nil)
			if err == nil {
				continue
			}
			if k.lost != nil {
				k.lost(err)
			}
			return
		}
	}
}

// Close gives the lock back.
func (k *Keeper) Close(ctx context.Context) error {
	k.stop()
	return k.lock.Release(ctx)
}
