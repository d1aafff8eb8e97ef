// Package page holds the code of the page of plaindel, category get-then-delete.
package page

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

func wrong(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(); err != nil {
		return err
	}

	// WRONG
	if rdb.Get(ctx, key).Val() == owner {
		rdb.Del(ctx, key) // want plaindel
	}

	return nil
}

func right(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(); err != nil {
		return err
	}

	// RIGHT: the script above, or WATCH, which notices the change
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if tx.Get(ctx, key).Val() != owner {
			return nil
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, key)
			return nil
		})
		return err
	}, key)
}
