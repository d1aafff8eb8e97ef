// Package wrong renews its lock for ever.
package wrong

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
	go func() {
		for range time.Tick(ttl / 4) {
			if lock.Refresh(context.Background(), ttl, nil) != nil { // want nolost/endless-renewal
				pause.At(ctx, pause.Told)
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}
