// Package coils winds coils; keys and clients are type parameters.
package coils

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errWinding = errors.New("coil is being wound")

// Key is any kind of string.
type Key interface{ ~string }

// Wire and Spool are kinds of strings.
type (
	Wire  string
	Spool string
)

// Lock is a lock on a key of type K.
type Lock[K Key] struct {
	c   redis.UniversalClient
	key K
	me  string
}

// New makes a lock.
func New[K Key](c redis.UniversalClient, key K) *Lock[K] {
	return &Lock[K]{c: c, key: key, me: uuid.NewString()}
}

// Lock never ends by itself.
func (l *Lock[K]) Lock(ctx context.Context) error {
	ok, err := l.c.SetNX(ctx, "coil:"+string(l.key), l.me, 0).Result() // want setnxexpire
	if err == nil && !ok {
		err = errWinding
	}
	return err
}

// Unlock compares.
func (l *Lock[K]) Unlock(ctx context.Context) error {
	return l.c.Eval(ctx, cad, []string{"coil:" + string(l.key)}, l.me).Err() // ok: compares
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Setter and Deleter are what a client needs.
type Setter interface {
	SetNX(ctx context.Context, key string, value interface{}, ttl time.Duration) *redis.BoolCmd
}

// Deleter deletes.
type Deleter interface {
	Del(ctx context.Context, keys ...string) *redis.IntCmd
}

// Wind works with any client that sets and deletes, and compares nothing.
func Wind[C interface {
	Setter
	Deleter
}, K Key](ctx context.Context, c C, key K, wind func(context.Context) error) error {
	at := "wind:" + string(key)
	ok, err := c.SetNX(ctx, at, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWinding
	}
	defer c.Del(context.WithoutCancel(ctx), at) // want plaindel
	return wind(ctx)
}

// Bend works with any client that sets and runs scripts.
func Bend[C interface {
	Setter
	redis.Scripter
}](ctx context.Context, c C, wire Wire, bend func(context.Context) error) error {
	at, me := "bend:"+string(wire), uuid.NewString()
	ok, err := c.SetNX(ctx, at, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWinding
	}
	defer c.Eval(context.WithoutCancel(ctx), cad, []string{at}, me) // ok: compares
	return bend(ctx)
}

// Work uses them.
func Work(ctx context.Context, c *redis.Client, wire Wire, work func(context.Context) error) (err error) {
	l := New(c, wire)
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Unlock(context.WithoutCancel(ctx))) }()
	if err := Wind(ctx, c, Spool(wire), work); err != nil {
		return err
	}
	return Bend(ctx, c, wire, work)
}

// Measure drops data of any keys.
func Measure[D Deleter, K Key](ctx context.Context, d D, keys ...K) error {
	for _, k := range keys {
		if err := d.Del(ctx, "measure:"+string(k)).Err(); err != nil { // ok: data
			return err
		}
	}
	return nil
}
