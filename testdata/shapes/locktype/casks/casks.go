// Package casks taps casks.
package casks

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errTapped = errors.New("cask is tapped")

// base is what every lock of a cellar has.
type base struct {
	redis.Cmdable
	Key string
	Tag string
}

func (b base) take(ctx context.Context, ttl time.Duration) error {
	ok, err := b.SetNX(ctx, b.Key, b.Tag, ttl).Result()
	if err == nil && !ok {
		err = errTapped
	}
	return err
}

// Tap embeds its client and its key; its methods have value receivers.
type Tap struct{ base }

// Open opens the tap of a cask.
func Open(ctx context.Context, c redis.Cmdable, cask int) (Tap, error) {
	t := Tap{base{Cmdable: c, Key: "cask." + strconv.Itoa(cask), Tag: uuid.NewString()}}
	return t, t.take(ctx, 40*time.Second)
}

// Shut shuts the tap.
func (t Tap) Shut(ctx context.Context) error {
	return t.Del(ctx, t.Key).Err() // want plaindel
}

const same = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Bung is the same with the owner compared.
type Bung struct {
	base
	ttl time.Duration
}

// Plug makes a lock.
func Plug(c redis.Cmdable, cask int) *Bung {
	b := new(Bung)
	b.Cmdable = c
	b.Key = "bung." + strconv.Itoa(cask)
	b.Tag = uuid.NewString()
	b.ttl = time.Minute
	return b
}

func (b *Bung) Lock(ctx context.Context) error { return b.take(ctx, b.ttl) }

func (b *Bung) Unlock(ctx context.Context) error {
	return b.Eval(ctx, same, []string{b.Key}, b.Tag).Err() // ok: compares
}

// Drain works on a copy of the lock.
func (b *Bung) Drain(ctx context.Context, drain func(context.Context) error) error {
	own := *b
	if err := own.Lock(ctx); err != nil {
		return err
	}
	defer own.Unlock(context.WithoutCancel(ctx))
	return drain(ctx)
}

// Spout never ends: its type knows no TTL.
type Spout struct{ base }

// Lock opens the spout.
func (s *Spout) Lock(ctx context.Context) error {
	ok, err := s.SetNX(ctx, s.Key, s.Tag, 0).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errTapped
	}
	return nil
}

// Unlock shuts the spout.
func (s *Spout) Unlock(ctx context.Context) error {
	return s.Eval(ctx, same, []string{s.Key}, s.Tag).Err() // ok: compares
}

// NewSpout makes a lock.
func NewSpout(c redis.Cmdable, name string) *Spout {
	return &Spout{base{Cmdable: c, Key: "spout." + name, Tag: uuid.NewString()}}
}
