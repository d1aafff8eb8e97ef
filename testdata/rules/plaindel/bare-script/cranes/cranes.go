// Package cranes lends cranes.
package cranes

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	errBusy = errors.New("crane is busy")
	bare    = redis.NewScript(`return redis.call('DEL', KEYS[1])`)
	some    = redis.NewScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then
	redis.call('DEL', KEYS[1])
	redis.call('PUBLISH', KEYS[2], 'free')
	return 1
end
return 0`)
	compared = redis.NewScript(`
local v = redis.call('GET', KEYS[1])
if v == ARGV[1] then
	redis.call('DEL', KEYS[1])
	redis.call('PUBLISH', KEYS[2], 'free')
	return 1
end
return 0`)
	drop = redis.NewScript(`return redis.call('DEL', unpack(KEYS))`)
)

type Crane struct {
	rdb  redis.UniversalClient
	name string
	tok  string
}

func (c *Crane) take(ctx context.Context, purpose string) (string, error) {
	key := strings.Join([]string{"crane", c.name, purpose}, ":")
	ok, err := c.rdb.SetNX(ctx, key, c.tok, time.Minute).Result()
	if err == nil && !ok {
		err = errBusy
	}
	return key, err
}

// Lift lifts.
func (c *Crane) Lift(ctx context.Context, lift func(context.Context) error) error {
	key, err := c.take(ctx, "lift")
	if err != nil {
		return err
	}
	defer bare.Run(context.WithoutCancel(ctx), c.rdb, []string{key}) // want plaindel
	return lift(ctx)
}

// Swing swings.
func (c *Crane) Swing(ctx context.Context, swing func(context.Context) error) error {
	key, err := c.take(ctx, "swing")
	if err != nil {
		return err
	}
	err = swing(ctx)
	if _, rerr := some.Run(context.WithoutCancel(ctx), c.rdb, []string{key, "cranes"}, c.tok).Result(); rerr != nil { // want plaindel
		err = errors.Join(err, rerr)
	}
	return err
}

// Lower lowers.
func (c *Crane) Lower(ctx context.Context, lower func(context.Context) error) error {
	key, err := c.take(ctx, "lower")
	if err != nil {
		return err
	}
	defer func() {
		_ = compared.Run(context.WithoutCancel(ctx), c.rdb, []string{key, "cranes"}, c.tok).Err() // ok: compares
	}()
	return lower(ctx)
}

// Forget drops the cached loads of the crane.
func (c *Crane) Forget(ctx context.Context, days ...string) error {
	keys := make([]string, len(days))
	for i, d := range days {
		keys[i] = "crane:" + c.name + ":load:" + d
	}
	return drop.Run(ctx, c.rdb, keys).Err() // ok: cache entries
}
