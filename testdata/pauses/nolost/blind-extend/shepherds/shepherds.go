// Package shepherds watches one flock for as long as it takes.
package shepherds

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const stay = 30 * time.Second

var (
	more = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	gone = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Shepherd has sheep.
type Shepherd struct {
	rdb  *redis.Client
	work func(ctx context.Context, flock string) error
}

// Watch works with a flock until it is done or the flock's key is gone.
func (s *Shepherd) Watch(ctx context.Context, flock string) error {
	key, me := "flock:"+flock, uuid.NewString()
	ok, err := s.rdb.SetNX(ctx, key, me, stay).Result()
	if err != nil || !ok {
		return err
	}
	defer gone.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, me)
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
			ok, err := more.Run(ctx, s.rdb, []string{key}, me, stay.Milliseconds()).Bool()
			if err != nil {
				cancel(err)
				return
			}
			if !ok {
				cancel(errors.New("shepherds: flock was given away"))
				return
			}
		}
	}()
	return s.work(ctx, flock)
}
