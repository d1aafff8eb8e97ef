// Package page holds the code of the page of plaindel, category bare-script.
package page

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var unlock = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func wrong(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key := "job:" + id
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(); err != nil {
		return err
	}

	// WRONG
	rdb.Eval(ctx, `return redis.call("DEL", KEYS[1])`, []string{key}) // want plaindel

	return nil
}

func right(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key := "job:" + id
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(); err != nil {
		return err
	}

	// RIGHT
	unlock.Run(ctx, rdb, []string{key}, owner)

	return nil
}
