// Package wrong trusts a lock in Redis with data in Redis.
package wrong

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "account:7:lock"
	account = "account:7"
	ttl     = 2 * time.Second
)

// Run notes that n more were sold.
func Run(ctx context.Context, locks *redislock.Client, rdb *redis.Client, n int) error {
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
	sold, err := rdb.HGet(ctx, account, "sold").Int()
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	if err := rdb.HSet(ctx, account, "sold", sold+n).Err(); err != nil { // want unfenced/tokenless-lock
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
