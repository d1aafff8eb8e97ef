// Package sashes prolongs through a pipeline.
package sashes

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errGone = errors.New("sash lock is gone")

const (
	free = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`
	keep = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end`
)

type Loom struct{ c *redis.Client }

func (l *Loom) free(ctx context.Context, key, me string) {
	l.c.Eval(context.WithoutCancel(ctx), free, []string{key}, me)
}

// Weave prolongs and counts in one go.
func (l *Loom) Weave(ctx context.Context, sash string, rows []func(context.Context) error) error {
	key, me := "sash:"+sash, uuid.NewString()
	ok, err := l.c.SetNX(ctx, key, me, 40*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer l.free(ctx, key, me)
	for _, row := range rows {
		pipe := l.c.Pipeline()
		kept := pipe.Expire(ctx, key, 40*time.Second) // want nolost
		pipe.Incr(ctx, "rows:"+sash)                  // maybe unfenced
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
		if !kept.Val() {
			return errGone
		}
		if err := row(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Knot compares in a transaction that a change of the key breaks.
func (l *Loom) Knot(ctx context.Context, sash string, rows []func(context.Context) error) error {
	key, me := "sash:knot:"+sash, uuid.NewString()
	ok, err := l.c.SetNX(ctx, key, me, 40*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer l.free(ctx, key, me)
	for _, row := range rows {
		err := l.c.Watch(ctx, func(tx *redis.Tx) error {
			if v, err := tx.Get(ctx, key).Result(); err != nil || v != me {
				return errors.Join(errGone, err)
			}
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Expire(ctx, key, 40*time.Second) // ok: WATCH
				return nil
			})
			return err
		}, key)
		if err != nil {
			return err
		}
		if err := row(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Hem compares in a script.
func (l *Loom) Hem(ctx context.Context, sash string, rows []func(context.Context) error) error {
	key, me := "sash:hem:"+sash, uuid.NewString()
	ok, err := l.c.SetNX(ctx, key, me, 40*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer l.free(ctx, key, me)
	for _, row := range rows {
		n, err := l.c.Eval(ctx, keep, []string{key}, me, 40000).Int64() // ok: compares
		if err != nil || n == 0 {
			return errors.Join(errGone, err)
		}
		if err := row(ctx); err != nil {
			return err
		}
	}
	return nil
}
