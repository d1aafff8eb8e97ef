// Package right lets WATCH notice a change between comparing and deleting.
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
	defer release(context.WithoutCancel(ctx), rdb, owner)
	return work(ctx)
}

func release(ctx context.Context, rdb *redis.Client, owner string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if tx.Get(ctx, key).Val() != owner {
			return nil
		}
		pause.At(ctx, "compared")
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, key)
			return nil
		})
		return err
	}, key)
}
