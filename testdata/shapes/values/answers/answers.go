// Package answers hands on in a field whether a lock was taken.
package answers

import (
	"context"
	"log"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

type Desk struct {
	rdb *redis.Client
	got bool
}

type claim struct {
	Got   bool
	Owner string
}

func (d *Desk) try(ctx context.Context, key string) (c claim, err error) {
	c.Owner = uuid.NewString()
	c.Got, err = d.rdb.SetNX(ctx, key, c.Owner, time.Minute).Result()
	return c, err
}

func (d *Desk) tryKept(ctx context.Context, key, owner string) error {
	got, err := d.rdb.SetNX(ctx, key, owner, time.Minute).Result()
	d.got = got
	return err
}

func (d *Desk) tryNew(ctx context.Context, key string) (*claim, error) {
	owner := uuid.NewString()
	ok, err := d.rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil {
		return nil, err
	}
	return &claim{Got: ok, Owner: owner}, nil
}

func (d *Desk) tryBlind(ctx context.Context, key, owner string) error {
	ok, err := d.rdb.SetNX(ctx, key, owner, time.Minute).Result() // maybe nolost
	log.Print(ok)
	return err
}

// Answer looks at the field of what is returned.
func (d *Desk) Answer(ctx context.Context, work func(context.Context) error) error {
	c, err := d.try(ctx, "lock:desk") // ok: looked at
	if err != nil || !c.Got {
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{"lock:desk"}, c.Owner)
	return work(ctx)
}

// AnswerKept looks at a field of the receiver.
func (d *Desk) AnswerKept(ctx context.Context, work func(context.Context) error) error {
	owner := uuid.NewString()
	if err := d.tryKept(ctx, "lock:kept", owner); err != nil || !d.got { // ok: looked at
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{"lock:kept"}, owner)
	return work(ctx)
}

// AnswerNew looks behind a pointer.
func (d *Desk) AnswerNew(ctx context.Context, work func(context.Context) error) error {
	c, err := d.tryNew(ctx, "lock:new") // ok: looked at
	if err != nil {
		return err
	}
	if !c.Got {
		return nil
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{"lock:new"}, c.Owner)
	return work(ctx)
}

// AnswerBlind is not told at all.
func (d *Desk) AnswerBlind(ctx context.Context, work func(context.Context) error) error {
	owner := uuid.NewString()
	if err := d.tryBlind(ctx, "lock:blind", owner); err != nil { // want nolost
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{"lock:blind"}, owner)
	return work(ctx)
}
