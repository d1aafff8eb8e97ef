// Package example is a stock under a lock in Redis, and its tests with pauses.
// docs/pause-testing.md explains them.
package example

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/proofs/pause"
)

// TTL is how long the lock lives.
const TTL = 10 * time.Second

// What Take answers if it took nothing.
var (
	ErrBusy  = errors.New("another works on this item")
	ErrStale = errors.New("others have changed this item")
)

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

var replace = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	redis.call("SET", KEYS[1], ARGV[2])
	return 1
end
return 0`)

// Take takes n pieces of an item from the stock.
func Take(ctx context.Context, rdb *redis.Client, item string, n int) error {
	lock, owner := "lock:"+item, uuid.NewString()
	ok, err := rdb.SetNX(ctx, lock, owner, TTL).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{lock}, owner)
	pause.At(ctx, pause.Acquired)

	stock, err := rdb.Get(ctx, "stock:"+item).Int()
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(stock))

	done, err := replace.Run(ctx, rdb, []string{"stock:" + item}, stock, stock-n).Int()
	if err != nil {
		return err
	}
	if done == 0 {
		pause.At(ctx, pause.Rejected)
		return ErrStale
	}
	pause.At(ctx, pause.Wrote, pause.Value(stock-n))
	return nil
}
