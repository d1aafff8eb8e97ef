// Package mixed has several mistakes in one file and in one function.
package mixed

import (
	"context"
	"log"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

func both(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, "both:"+id, owner, 0).Result()
	if err != nil || !ok {
		return err
	}
	if err := rdb.Expire(ctx, "both:"+id, time.Minute).Err(); err != nil {
		log.Print(err)
	}
	defer rdb.Del(context.WithoutCancel(ctx), "both:"+id)
	return work()
}

func again(ctx context.Context, rdb *redis.Client, id, owner string) bool {
	ok, _ := rdb.SetNX(ctx, "again:"+id, owner, 0).Result()
	if !ok {
		return false
	}
	if err := rdb.Expire(ctx, "again:"+id, time.Minute).Err(); err != nil {
		log.Print(err)
	}
	return true
}

func ignored(ctx context.Context, rdb *redis.Client, id, owner string, work func()) {
	//locklint:ignore setnxexpire/separate-expire an operator looks after them
	if !rdb.SetNX(ctx, "ignored:"+id, owner, 0).Val() {
		return
	}
	rdb.Expire(ctx, "ignored:"+id, time.Minute)
	work()
}
