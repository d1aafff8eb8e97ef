// Package page holds the code of the page of nolost, category acquire-ignored.
package page

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func wrong(ctx context.Context, rdb *redis.Client, key, owner string, work func() error) error {
	// WRONG: held by another is false and a nil error
	if err := rdb.SetNX(ctx, key, owner, time.Minute).Err(); err != nil { // want nolost
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	return work()
}

func right(ctx context.Context, rdb *redis.Client, key, owner string, work func() error) error {
	// RIGHT
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	return work()
}
