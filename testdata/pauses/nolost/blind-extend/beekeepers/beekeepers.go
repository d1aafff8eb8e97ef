// Package beekeepers works at one hive for as long as it takes.
package beekeepers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const stay = 30 * time.Second

var gone = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Keeper keeps bees.
type Keeper struct {
	rdb  *redis.Client
	work func(ctx context.Context, hive string) error
}

// Open works at a hive until it is done or the hive's key is gone.
func (k *Keeper) Open(ctx context.Context, hive string) error {
	key, me := "hive:"+hive, uuid.NewString()
	ok, err := k.rdb.SetNX(ctx, key, me, stay).Result()
	if err != nil || !ok {
		return err
	}
	defer gone.Run(context.WithoutCancel(ctx), k.rdb, []string{key}, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(stay / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			ok, err := k.rdb.Expire(ctx, key, stay).Result() // want nolost
			if err != nil {
				cancel(err)
				return
			}
			if !ok {
				cancel(errors.New("beekeepers: hive was given away"))
				return
			}
		}
	}()
	return k.work(ctx, hive)
}
