// Package maize sells by a read and a write of the same key.
package maize

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

var errBusy = errors.New("maize: another sells")

// Market sells.
type Market struct{ rdb *redis.Client }

// Sell sells some of what there is.
func (m *Market) Sell(ctx context.Context, stall string, tons int) error {
	lock, me := "{"+stall+"}:lock", uuid.NewString()
	ok, err := m.rdb.SetNX(ctx, lock, me, 10*time.Second).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer free.Run(context.WithoutCancel(ctx), m.rdb, []string{lock}, me)
	have, err := m.rdb.Get(ctx, "{"+stall+"}:tons").Int()
	if err != nil {
		return err
	}
	return m.rdb.Set(ctx, "{"+stall+"}:tons", have-tons, 0).Err() // want unfenced
}
