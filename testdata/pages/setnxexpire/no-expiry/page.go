// Package page holds the code of the page of setnxexpire, category no-expiry.
package page

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var compared = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func release(ctx context.Context, rdb *redis.Client, key, owner string) {
	compared.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
}

func wrong(ctx context.Context, rdb *redis.Client, key, owner string, work func() error) error {
	// WRONG
	ok, err := rdb.SetNX(ctx, key, owner, 0).Result() // want setnxexpire
	if err != nil || !ok {
		return err
	}
	defer release(ctx, rdb, key, owner)
	return work()
}

func right(ctx context.Context, rdb *redis.Client, key, owner string, work func() error) error {
	// RIGHT
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()

	if err != nil || !ok {
		return err
	}
	defer release(ctx, rdb, key, owner)
	return work()
}
