// Package swaps replaces entries of Redis by scripts that compare a field of them.
package swaps

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var cas = redis.NewScript(`
local cur = redis.call("HGET", KEYS[1], "rev")
if cur and cur ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], "rev", ARGV[2], "body", ARGV[3])
return 1`)

var first = redis.NewScript(`
local cur = redis.call("HGET", KEYS[1], "rev")
if cur and cur == "gone" then return 0 end
redis.call("HSET", KEYS[1], "rev", ARGV[1], "body", ARGV[2])
return 1`)

var ErrRaced = errors.New("raced")

type Depot struct {
	rdb   *redis.Client
	locks *redislock.Client
}

func (d *Depot) Edit(ctx context.Context, id string, f func(string) string) error {
	l, err := d.locks.Obtain(ctx, "lock:depot:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	v, err := d.rdb.HMGet(ctx, "depot:"+id, "rev", "body").Result()
	if err != nil {
		return err
	}
	rev, _ := v[0].(string)
	body, _ := v[1].(string)
	ok, err := cas.Run(ctx, d.rdb, []string{"depot:" + id}, rev, uuid.NewString(), f(body)).Bool() // ok: compared, or new
	if err != nil {
		return err
	}
	if !ok {
		return ErrRaced
	}
	return nil
}

// Overwrite compares with a constant: each holder's write passes.
func (d *Depot) Overwrite(ctx context.Context, id string, f func(string) string) error {
	l, err := d.locks.Obtain(ctx, "lock:yard:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	body, err := d.rdb.HGet(ctx, "yard:"+id, "body").Result()
	if err != nil {
		return err
	}
	ok, err := first.Run(ctx, d.rdb, []string{"yard:" + id}, uuid.NewString(), f(body)).Bool() // want unfenced
	if err == nil && !ok {
		err = ErrRaced
	}
	return err
}
