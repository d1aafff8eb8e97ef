// Package page holds the code of the page of plaindel, on how to say "this is fine".
package page

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

func silenced(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, uuid.NewString(), time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	//locklint:ignore plaindel/plain-delete the operator's command to break a lock
	defer rdb.Del(ctx, key)
	return work()
}
