// Package page holds the code of the page of setnxexpire, on how to say "this is
// fine".
package page

import (
	"context"

	"github.com/redis/go-redis/v9"
)

var compared = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func silenced(ctx context.Context, rdb *redis.Client, key, owner string, work func() error) error {
	//locklint:ignore setnxexpire/no-expiry an operator frees it, on purpose
	ok, err := rdb.SetNX(ctx, key, owner, 0).Result()
	if err != nil || !ok {
		return err
	}
	defer compared.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	return work()
}
