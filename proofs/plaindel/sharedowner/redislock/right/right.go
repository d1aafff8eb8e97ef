// Package right lets the library make a random owner.
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

// Run does work under the lock.
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
	defer lock.Release(context.WithoutCancel(ctx))
	return work(ctx)
}
