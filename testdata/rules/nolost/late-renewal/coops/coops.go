// Package coops feeds chickens.
package coops

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

const (
	free = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`
	keep = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end`
)

// Lock is a lock with its times in fields.
type Lock struct {
	c      redis.Cmdable
	key    string
	owner  string
	ttl    time.Duration
	period time.Duration
}

// NewSlow renews every 50 of 60 seconds.
func NewSlow(c redis.Cmdable, coop string) *Slow {
	return &Slow{Lock{c: c, key: "coop:slow:" + coop, owner: uuid.NewString()}}
}

// NewQuick renews every 15 of 60 seconds.
func NewQuick(c redis.Cmdable, coop string) *Lock {
	return &Lock{c: c, key: "coop:" + coop, owner: uuid.NewString(), ttl: time.Minute, period: 15 * time.Second}
}

func (l *Lock) renew(ctx context.Context, ttl time.Duration) error {
	n, err := l.c.Eval(ctx, keep, []string{l.key}, l.owner, ttl.Milliseconds()).Int() // maybe nolost
	if err == nil && n == 0 {
		err = errors.New("coop lock lost")
	}
	return err
}

func (l *Lock) unlock(ctx context.Context) {
	l.c.Eval(context.WithoutCancel(ctx), free, []string{l.key}, l.owner)
}

// With runs f under the lock.
func (l *Lock) With(ctx context.Context, f func(context.Context) error) error {
	ok, err := l.c.SetNX(ctx, l.key, l.owner, l.ttl).Result()
	if err != nil || !ok {
		return err
	}
	defer l.unlock(ctx)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(l.period):
			}
			if err := l.renew(ctx, l.ttl); err != nil { // ok: a quarter
				cancel(err)
				return
			}
		}
	}()
	return f(ctx)
}

// Slow is a lock that is renewed late.
type Slow struct{ Lock }

// With runs f under the lock.
func (s *Slow) With(ctx context.Context, f func(context.Context) error) error {
	const ttl, period = 60 * time.Second, 50 * time.Second
	ok, err := s.c.SetNX(ctx, s.key, s.owner, ttl).Result()
	if err != nil || !ok {
		return err
	}
	defer s.unlock(ctx)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		t := time.NewTicker(period)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
			if err := s.renew(ctx, ttl); err != nil { // want nolost
				cancel(err)
				return
			}
		}
	}()
	return f(ctx)
}
