// Package wrong releases with a context that is cancelled by then.
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

// Run does work under the lock.
func Run(parent context.Context, locks *redislock.Client, work func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	lock, err := locks.Obtain(ctx, key, ttl, nil)
	if err != nil {
		cancel()
		return refused(parent, err)
	}
	pause.At(ctx, pause.Acquired)
	defer pause.At(parent, pause.Released)
	defer lock.Release(ctx) // want plaindel/dead-context
	defer cancel()
	return work(ctx)
}

func refused(ctx context.Context, err error) error {
	if errors.Is(err, redislock.ErrNotObtained) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	return err
}
