// Package page holds the code of the page of plaindel, category plain-delete.
package page

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// RIGHT
var unlock = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func wrong(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	// WRONG
	ok, err := rdb.SetNX(ctx, "job:"+id, uuid.NewString(), time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, "job:"+id) // want plaindel
	return work()
}

func right(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key, owner := "job:"+id, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer unlock.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	return work()
}
