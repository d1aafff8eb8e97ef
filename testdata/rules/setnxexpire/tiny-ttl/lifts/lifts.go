// Package lifts moves lifts.
package lifts

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

const (
	holdSeconds = 60
	free        = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`
)

var errMoving = errors.New("lift is moving")

type Config struct{ HoldSeconds int }

type Tower struct {
	c   redis.Cmdable
	cfg Config
}

func (t *Tower) drop(ctx context.Context, key, me string) {
	t.c.Eval(context.WithoutCancel(ctx), free, []string{key}, me)
}

// Move moves a lift.
func (t *Tower) Move(ctx context.Context, lift string, move func(context.Context) error) error {
	key, me := "lift:"+lift, uuid.NewString()
	ok, err := t.c.SetNX(ctx, key, me, holdSeconds).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errMoving
	}
	defer t.drop(ctx, key, me)
	return move(ctx)
}

// Service takes a lift out of order.
func (t *Tower) Service(ctx context.Context, lift string, service func(context.Context) error) error {
	seconds := 900
	key, me := "lift:service:"+lift, uuid.NewString()
	ok, err := t.c.SetNX(ctx, key, me, time.Duration(seconds)).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errMoving
	}
	defer t.drop(ctx, key, me)
	return service(ctx)
}

// Load loads a lift.
func (t *Tower) Load(ctx context.Context, lift string, load func(context.Context) error) error {
	key, me := "lift:load:"+lift, uuid.NewString()
	ok, err := t.c.SetNX(ctx, key, me, holdSeconds*time.Second).Result() // ok: with its unit
	if err != nil {
		return err
	}
	if !ok {
		return errMoving
	}
	defer t.drop(ctx, key, me)
	return load(ctx)
}

// Call calls a lift.
func (t *Tower) Call(ctx context.Context, lift string, wait func(context.Context) error) error {
	key, me := "lift:call:"+lift, uuid.NewString()
	ok, err := t.c.SetNX(ctx, key, me, time.Duration(t.cfg.HoldSeconds)*time.Second).Result() // ok: with its unit
	if err != nil {
		return err
	}
	if !ok {
		return errMoving
	}
	defer t.drop(ctx, key, me)
	return wait(ctx)
}

// Blink may run once every quarter of a second.
func (t *Tower) Blink(ctx context.Context, lift string) bool {
	return t.c.SetNX(ctx, "lift:blink:"+lift, 1, 250*time.Millisecond).Val() // ok: short on purpose
}
