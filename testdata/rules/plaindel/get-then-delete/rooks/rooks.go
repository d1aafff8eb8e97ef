// Package rooks locks towers, and asks in helpers whose they are.
package rooks

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Tower is locked by its keeper.
type Tower struct {
	rdb     *redis.Client
	key, id string
}

// Lock takes the tower.
func (t *Tower) Lock(ctx context.Context) bool {
	t.id = uuid.NewString()
	return t.rdb.SetNX(ctx, t.key, t.id, 10*time.Second).Val()
}

func (t *Tower) mine(ctx context.Context) bool { return t.rdb.Get(ctx, t.key).Val() == t.id }

func (t *Tower) keeper(ctx context.Context) (string, error) { return t.rdb.Get(ctx, t.key).Result() }

func (t *Tower) stillMine(ctx context.Context) (bool, error) {
	k, err := t.keeper(ctx)
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return k == t.id, err
}

// Asked asks a helper first.
func (t *Tower) Asked(ctx context.Context) {
	if t.mine(ctx) {
		t.rdb.Del(ctx, t.key) // want plaindel
	}
}

// AskedTwice asks a helper that asks a helper.
func (t *Tower) AskedTwice(ctx context.Context) error {
	ok, err := t.stillMine(ctx)
	if err != nil || !ok {
		return err
	}
	return t.rdb.Del(ctx, t.key).Err() // want plaindel
}

// Watched lets the store refuse the delete if the key changed after the look.
func (t *Tower) Watched(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		k, err := tx.Get(ctx, t.key).Result()
		if err != nil || k != t.id {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, t.key)
			return nil
		})
		return err
	}, t.key)
}

// Unchanged is watched, too, but looks only whether anybody holds the tower.
func (t *Tower) Unchanged(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		k, err := tx.Get(ctx, t.key).Result()
		if err != nil || k == "" {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, t.key) // want plaindel
			return nil
		})
		return err
	}, t.key)
}

// Matched compares elsewhere.
func (t *Tower) Matched(ctx context.Context) error {
	return t.rdb.Watch(ctx, func(tx *redis.Tx) error {
		k, err := tx.Get(ctx, t.key).Result()
		if err != nil || !t.is(k) {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return p.Del(ctx, t.key).Err()
		})
		return err
	}, t.key)
}

func (t *Tower) is(k string) bool { return k == t.id }
