// Package geysers measures geysers.
package geysers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	errLost = errors.New("lost")
	drop    = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	longer  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
	longest = redis.NewScript(`if redis.call("EXISTS", KEYS[1]) == 1 then return redis.call("PEXPIRE", KEYS[1], ARGV[1]) else return 0 end`)
)

const span = 24 * time.Second

type Probe struct{ rdb *redis.Client }

// hold takes the key, renews it with renew and ends the context when that fails.
func (p *Probe) hold(ctx context.Context, key, me string, renew func(context.Context) (bool, error), work func(context.Context) error) error {
	ok, err := p.rdb.SetNX(ctx, key, me, span).Result()
	if err != nil || !ok {
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), p.rdb, []string{key}, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		t := time.NewTicker(span / 4)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if ok, err := renew(ctx); err != nil || !ok {
					cancel(errors.Join(errLost, err))
					return
				}
			}
		}
	}()
	return work(ctx)
}

// Measure prolongs whatever is there.
func (p *Probe) Measure(ctx context.Context, geyser string, work func(context.Context) error) error {
	key, me := "geyser:"+geyser, uuid.NewString()
	return p.hold(ctx, key, me, func(ctx context.Context) (bool, error) {
		return p.rdb.PExpire(ctx, key, span).Result() // want nolost
	}, work)
}

// Film writes its value over whatever is there.
func (p *Probe) Film(ctx context.Context, geyser string, work func(context.Context) error) error {
	key, me := "geyser:film:"+geyser, uuid.NewString()
	return p.hold(ctx, key, me, func(ctx context.Context) (bool, error) {
		return p.rdb.SetXX(ctx, key, me, span).Result() // want nolost
	}, work)
}

// Sample looks first and prolongs then.
func (p *Probe) Sample(ctx context.Context, geyser string, work func(context.Context) error) error {
	key, me := "geyser:sample:"+geyser, uuid.NewString()
	return p.hold(ctx, key, me, func(ctx context.Context) (bool, error) {
		v, err := p.rdb.Get(ctx, key).Result()
		if err != nil || v != me {
			return false, err
		}
		return p.rdb.Expire(ctx, key, span).Result() // want nolost
	}, work)
}

// Listen has a script that does not look whose key it is.
func (p *Probe) Listen(ctx context.Context, geyser string, work func(context.Context) error) error {
	key, me := "geyser:listen:"+geyser, uuid.NewString()
	return p.hold(ctx, key, me, func(ctx context.Context) (bool, error) {
		return longest.Run(ctx, p.rdb, []string{key}, span.Milliseconds()).Bool() // want nolost
	}, work)
}

// Weigh has a script that looks.
func (p *Probe) Weigh(ctx context.Context, geyser string, work func(context.Context) error) error {
	key, me := "geyser:weigh:"+geyser, uuid.NewString()
	return p.hold(ctx, key, me, func(ctx context.Context) (bool, error) {
		return longer.Run(ctx, p.rdb, []string{key}, me, span.Milliseconds()).Bool() // ok: compares
	}, work)
}

// Smell lets the server compare.
func (p *Probe) Smell(ctx context.Context, geyser string, work func(context.Context) error) error {
	key, me := "geyser:smell:"+geyser, uuid.NewString()
	return p.hold(ctx, key, me, func(ctx context.Context) (bool, error) {
		err := p.rdb.SetIFEQ(ctx, key, me, me, span).Err() // ok: IFEQ
		if errors.Is(err, redis.Nil) {
			return false, nil
		}
		return err == nil, err
	}, work)
}

// Visit keeps a visitor's session for another hour.
func (p *Probe) Visit(ctx context.Context, visitor string) (bool, error) {
	return p.rdb.Expire(ctx, "visitor:"+visitor, time.Hour).Result() // ok: data
}

// Enroll opens a session unless there is one; Visit prolongs it.
func (p *Probe) Enroll(ctx context.Context, visitor, name string) (bool, error) {
	return p.rdb.SetNX(ctx, "visitor:"+visitor, name, time.Hour).Result() // ok: a session of a user
}
