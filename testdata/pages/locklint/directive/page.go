// Package page holds the code of the page of locklint, on directives.
package page

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

func take(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	return rdb.SetNX(ctx, key, uuid.NewString(), time.Minute).Result()
}

func wrong(ctx context.Context, rdb *redis.Client, id string) error {
	key := "lock:import:" + id
	ok, err := take(ctx, rdb, key)
	if err != nil || !ok {
		return err
	}

	// WRONG
	rdb.Del(ctx, key) //locklint:ignore plaindel // want locklint plaindel

	return nil
}

func right(ctx context.Context, rdb *redis.Client, id string) error {
	key := "lock:export:" + id
	ok, err := take(ctx, rdb, key)
	if err != nil || !ok {
		return err
	}

	// RIGHT
	rdb.Del(ctx, key) //locklint:ignore plaindel the operator clears it by hand

	return nil
}

//locklint:ignore plaindel it frees nothing // want locklint
func stale(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	return rdb.Get(ctx, "import:"+id).Result()
}

//locklint:efficiency nobody takes a lock here // want locklint
func noLock(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	return rdb.Get(ctx, "import:"+id).Result()
}

//locklint:correctness nor here // want locklint
func noLockEither(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	return rdb.Get(ctx, "export:"+id).Result()
}
