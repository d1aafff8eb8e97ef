// Package anchors lets one ship at a time use a winch.
package anchors

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("winch is busy")

// Winch is a lock whose release forgets its owner.
type Winch struct {
	rdb   redis.UniversalClient
	name  string
	owner string
	lease time.Duration
}

// Option changes a Winch.
type Option func(*Winch)

// Lease sets how long a winch is ours.
func Lease(d time.Duration) Option { return func(w *Winch) { w.lease = d } }

// NewWinch makes a lock.
func NewWinch(rdb redis.UniversalClient, name string, opts ...Option) *Winch {
	w := &Winch{rdb: rdb, name: "winch/" + name, owner: uuid.NewString(), lease: 20 * time.Second}
	for _, o := range opts {
		o(w)
	}
	return w
}

// TryLock tries once.
func (w *Winch) TryLock(ctx context.Context) (bool, error) {
	return w.rdb.SetNX(ctx, w.name, w.owner, w.lease).Result()
}

// Unlock gives the winch back.
func (w *Winch) Unlock(ctx context.Context) error {
	n, err := w.rdb.Del(ctx, w.name).Result() // want plaindel
	if err == nil && n == 0 {
		err = errBusy
	}
	return err
}

// WithLock runs f while the winch is ours.
func (w *Winch) WithLock(ctx context.Context, f func(context.Context) error) error {
	ok, err := w.TryLock(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer w.Unlock(context.WithoutCancel(ctx))
	return f(ctx)
}

var (
	leave = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	stay  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

// Capstan is a lock that compares its owner.
type Capstan struct{ w *Winch }

// NewCapstan makes a lock.
func NewCapstan(rdb redis.UniversalClient, name string) *Capstan {
	return &Capstan{NewWinch(rdb, "capstan/"+name, Lease(time.Minute))}
}

func (c *Capstan) Lock(ctx context.Context) error {
	for {
		ok, err := c.w.TryLock(ctx)
		if err != nil || ok {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (c *Capstan) Extend(ctx context.Context) error {
	n, err := stay.Run(ctx, c.w.rdb, []string{c.w.name}, c.w.owner, c.w.lease.Milliseconds()).Int() // ok: compared, and returned
	if err == nil && n == 0 {
		err = errBusy
	}
	return err
}

func (c *Capstan) Unlock(ctx context.Context) error {
	return leave.Run(ctx, c.w.rdb, []string{c.w.name}, c.w.owner).Err() // ok: compares
}
