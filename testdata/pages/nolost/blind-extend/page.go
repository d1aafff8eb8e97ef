// Package page holds the code of the page of nolost, category blind-extend.
package page

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errLost = errors.New("the lock is lost")

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func wrong(ctx context.Context, rdb *redis.Client, key, owner string, steps []func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	for _, step := range steps {
		// WRONG
		ok, err := rdb.Expire(ctx, key, 30*time.Second).Result() // want nolost
		if err != nil || !ok {
			return errors.Join(errLost, err)
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// RIGHT: compare and prolong in one script; 0 means lost
var extend = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)

func right(ctx context.Context, rdb *redis.Client, key, owner string, steps []func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	for _, step := range steps {
		// RIGHT
		n, err := extend.Run(ctx, rdb, []string{key}, owner, 30_000).Int()
		if err != nil || n == 0 {
			return errors.Join(errLost, err)
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
