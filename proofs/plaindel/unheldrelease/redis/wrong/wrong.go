// Package wrong releases also what it did not get.
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
	defer rdb.Del(context.WithoutCancel(ctx), key) // want plaindel/plain-delete
	ok, err := rdb.SetNX(ctx, key, uuid.NewString(), ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	return work(ctx)
}
