// Package right renews its lock for as long as it works.
package right

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key = "job:7"
	ttl = 2 * time.Second
)

// Run does work under the lock, which expires after it.
func Run(ctx context.Context, locks *redislock.Client, work func(context.Context) error) error {
	lock, err := locks.Obtain(ctx, key, ttl, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go renew(ctx, lock, func() {
		pause.At(ctx, pause.Told)
		cancel()
	})
	return work(ctx)
}

func renew(ctx context.Context, lock *redislock.Lock, lost func()) {
	tick := time.NewTicker(ttl / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			err := lock.Refresh(ctx, ttl, nil)
			if err != nil {
				lost()
				return
			}
		}
	}
}
