// Package brakes tests brakes with the client's own interfaces.
package brakes

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errHot = errors.New("brake is hot")

// Bench tests.
type Bench struct {
	redis.Cmdable
	multi redis.UniversalClient
}

// Squeeze queues both commands in a plain pipeline.
func (b *Bench) Squeeze(ctx context.Context, brake string, squeeze func(context.Context) error) error {
	me, key := uuid.NewString(), "brake="+brake
	var got *redis.BoolCmd
	queue := func(p redis.Pipeliner) error {
		got = p.SetNX(ctx, key, me, 0) // want setnxexpire
		p.PExpire(ctx, key, 30*time.Second)
		return nil
	}
	if _, err := b.multi.Pipelined(ctx, queue); err != nil {
		return err
	}
	if !got.Val() {
		return errHot
	}
	defer b.free(context.WithoutCancel(ctx), b.multi, key, me)
	return squeeze(ctx)
}

const freeing = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

func (b *Bench) free(ctx context.Context, c redis.Scripter, key, me string) {
	c.Eval(ctx, freeing, []string{key}, me) // ok: compares
}

// Bleed sets value and end at once.
func (b *Bench) Bleed(ctx context.Context, brake string, bleed func(context.Context) error) error {
	me, key := uuid.NewString(), "bleed="+brake
	ok, err := b.SetNX(ctx, key, me, 30*time.Second).Result() // ok: one command
	if err != nil {
		return err
	}
	if !ok {
		return errHot
	}
	defer b.free(context.WithoutCancel(ctx), b.multi, key, me)
	return bleed(ctx)
}

// Lever frees through the embedded interface.
func (b *Bench) Lever(ctx context.Context, brake string, lever func(context.Context) error) error {
	ok, err := b.SetNX(ctx, "lever="+brake, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errHot
	}
	defer func() { _ = b.Del(context.WithoutCancel(ctx), "lever="+brake) }() // want plaindel
	return lever(ctx)
}

// Log queues a record and its end; the record is no set-if-absent.
func (b *Bench) Log(ctx context.Context, brake, line string) error {
	_, err := b.multi.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "log="+brake, line, 0) // ok: a plain SET
		p.Expire(ctx, "log="+brake, time.Hour)
		return nil
	})
	return err
}

// Purge deletes records.
func (b *Bench) Purge(ctx context.Context, brakes []string) error {
	_, err := b.multi.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, name := range brakes {
			p.Del(ctx, "log="+name) // ok: data
		}
		return nil
	})
	return err
}
