// Package bares releases locks of bare parameters by scripts, and several at once.
package bares

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errHeld = errors.New("held by another")

const compareAndDelete = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

// Run frees the key by a script behind an early return.
func Run(ctx context.Context, rdb *redis.Client, key, me string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	if err := work(); err != nil {
		return err
	}
	return rdb.Eval(ctx, "return redis.call('DEL', KEYS[1])", []string{key}).Err() // want plaindel
}

// Once is Run with a script object.
func Once(ctx context.Context, rdb *redis.Client, key, me string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	if err := work(); err != nil {
		return err
	}
	return redis.NewScript("redis.call('UNLINK', KEYS[1])").Run(ctx, rdb, []string{key}).Err() // want plaindel
}

// Plain is Run with the command.
func Plain(ctx context.Context, rdb *redis.Client, key, me string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	if err := work(); err != nil {
		return err
	}
	return rdb.Del(ctx, key).Err() // want plaindel
}

// Careful compares.
func Careful(ctx context.Context, rdb *redis.Client, key, me string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	if err := work(); err != nil {
		return err
	}
	return rdb.Eval(ctx, compareAndDelete, []string{key}, me).Err()
}

// Undo takes the mark back where the work failed: it stays when it is done.
func Undo(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, "1", time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(); err != nil {
		rdb.Eval(ctx, "return redis.call('DEL', KEYS[1])", []string{key})
		return err
	}
	return nil
}

// Forget deletes whatever it is told.
func Forget(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, "return redis.call('DEL', KEYS[1])", []string{key}).Err()
}

const takeBoth = `for _, key in ipairs(KEYS) do if redis.call('exists', key) == 1 then return 0 end end
for _, key in ipairs(KEYS) do redis.call('set', key, ARGV[1], 'PX', ARGV[2]) end return 1`

// Both frees two keys, whoever holds them.
func Both(ctx context.Context, rdb *redis.Client, from, to, me string, work func() error) error {
	keys := []string{"bares:both:" + from, "bares:both:" + to}
	n, err := rdb.Eval(ctx, takeBoth, keys, me, 60000).Int()
	if err != nil || n == 0 {
		return errHeld
	}
	defer rdb.Eval(context.WithoutCancel(ctx), `for i = 1, #KEYS do redis.call('del', KEYS[i]) end return 1`, keys) // want plaindel
	return work()
}

// Own frees those of two keys that it holds.
func Own(ctx context.Context, rdb *redis.Client, from, to, me string, work func() error) error {
	keys := []string{"bares:own:" + from, "bares:own:" + to}
	n, err := rdb.Eval(ctx, takeBoth, keys, me, 60000).Int()
	if err != nil || n == 0 {
		return errHeld
	}
	defer rdb.Eval(context.WithoutCancel(ctx), `for i, key in ipairs(KEYS) do if redis.call('get', KEYS[i]) == ARGV[1] then redis.call('del', key) end end`, keys, me)
	return work()
}

// Rest frees its own lock and the results that it guards.
func Rest(ctx context.Context, rdb *redis.Client, id, me string, work func() error) error {
	keys := []string{"bares:rest:" + id, "bares:result:" + id}
	ok, err := rdb.SetNX(ctx, keys[0], me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer rdb.Eval(context.WithoutCancel(ctx), `for i = 2, #KEYS do redis.call('del', KEYS[i]) end
if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`, keys, me)
	return work()
}
