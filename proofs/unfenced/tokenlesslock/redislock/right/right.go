// Package right writes by a script that compares what it has read.
package right

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

var replace = redis.NewScript(`
if redis.call("HGET", KEYS[1], "sold") ~= ARGV[1] then
	return 0
end
redis.call("HSET", KEYS[1], "sold", ARGV[2])
return 1`)

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
	done, err := replace.Run(ctx, rdb, []string{account}, sold, sold+n).Int()
	if err != nil {
		return err
	}
	if done == 0 {
		pause.At(ctx, pause.Rejected)
		return refusal.ErrStale
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
