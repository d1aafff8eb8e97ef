// Package wrong deletes the lock, whosever it is.
package wrong

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
	defer rdb.Del(context.WithoutCancel(ctx), key) // want plaindel/plain-delete
	return work(ctx)
}
