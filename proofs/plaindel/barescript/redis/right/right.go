// Package right deletes by a script that compares the owner.
package right

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key = "job:7"
	ttl = 2 * time.Second
)

const unlock = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`

// Run does work under the lock.
func Run(ctx context.Context, rdb *redis.Client, work func(context.Context) error) error {
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	defer rdb.Eval(context.WithoutCancel(ctx), unlock, []string{key}, owner)
	return work(ctx)
}
