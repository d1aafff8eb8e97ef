// Package wrong takes no error for the lock.
package wrong

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/proofs/internal/owned"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key = "job:7"
	ttl = 2 * time.Second
)

// Run does work under the lock.
func Run(ctx context.Context, rdb *redis.Client, work func(context.Context) error) error {
	owner := uuid.NewString()
	if err := rdb.SetNX(ctx, key, owner, ttl).Err(); err != nil { // want nolost/acquire-ignored
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer owned.Release(context.WithoutCancel(ctx), rdb, key, owner)
	return work(ctx)
}
