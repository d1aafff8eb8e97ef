// Package cards gives commands, keys and scripts to callers and callees that nobody knows.
package cards

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errDealt = errors.New("deck is in use")

// Dealer deals.
type Dealer struct {
	c    redis.UniversalClient
	free func(ctx context.Context, key, owner string)
	jobs chan<- func()
}

// Deal lets a hook free the lock.
func (d *Dealer) Deal(ctx context.Context, deck string, deal func(context.Context) error) error {
	key, me := "deck:"+deck, uuid.NewString()
	ok, err := d.c.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDealt
	}
	defer d.free(context.WithoutCancel(ctx), key, me) // ok: an unknown hook
	return deal(ctx)
}

// Shuffle sends the release to a worker.
func (d *Dealer) Shuffle(ctx context.Context, deck string, shuffle func(context.Context) error) error {
	key, me := "shuffle:"+deck, uuid.NewString()
	ok, err := d.c.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDealt
	}
	defer func() {
		d.jobs <- func() { d.c.Eval(context.Background(), cad, []string{key}, me) } // ok: compares
	}()
	return shuffle(ctx)
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Script runs what its caller says.
func (d *Dealer) Script(ctx context.Context, src, deck string, args ...any) error {
	return d.c.Eval(ctx, src, []string{"deck:" + deck}, args...).Err() // ok: an unknown script
}

// Drop deletes what its caller says.
func (d *Dealer) Drop(ctx context.Context, keys ...string) error {
	return d.c.Del(ctx, keys...).Err() // maybe plaindel
}

// Keep stores what its caller says for as long as it says.
func (d *Dealer) Keep(ctx context.Context, key string, value any, ttl time.Duration) (bool, error) {
	return d.c.SetNX(ctx, key, value, ttl).Result() // ok: for the caller to judge
}

// Cut sends a release that compares nothing.
func (d *Dealer) Cut(ctx context.Context, deck string, cut func(context.Context) error) error {
	key := "cut:" + deck
	ok, err := d.c.SetNX(ctx, key, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDealt
	}
	defer func() {
		d.jobs <- func() {
			d.c.Del(context.Background(), key) // want plaindel
		}
	}()
	return cut(ctx)
}
