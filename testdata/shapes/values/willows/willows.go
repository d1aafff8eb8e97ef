// Package willows has TTLs of all kinds.
package willows

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errWoven = errors.New("willow is being woven")

const (
	seconds = 30
	proper  = 30 * time.Second
)

// Config is read from a file.
type Config struct {
	Seconds int
	Lease   time.Duration
}

// Weaver weaves.
type Weaver struct {
	c   *redis.Client
	cfg Config
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

func (w *Weaver) free(ctx context.Context, key, me string) {
	w.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
}

// Weave has a constant without a unit.
func (w *Weaver) Weave(ctx context.Context, willow string, weave func(context.Context) error) error {
	key, me := "willow "+willow, uuid.NewString()
	ok, err := w.c.SetNX(ctx, key, me, seconds).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errWoven
	}
	defer w.free(ctx, key, me)
	return weave(ctx)
}

// Bend converts a known number and multiplies no unit in.
func (w *Weaver) Bend(ctx context.Context, willow string, bend func(context.Context) error) error {
	key, me := "bend "+willow, uuid.NewString()
	n := 45
	ok, err := w.c.SetNX(ctx, key, me, time.Duration(n)).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errWoven
	}
	defer w.free(ctx, key, me)
	return bend(ctx)
}

// Soak has a constant with a unit.
func (w *Weaver) Soak(ctx context.Context, willow string, soak func(context.Context) error) error {
	key, me := "soak "+willow, uuid.NewString()
	ok, err := w.c.SetNX(ctx, key, me, proper).Result() // ok: 30 seconds
	if err != nil {
		return err
	}
	if !ok {
		return errWoven
	}
	defer w.free(ctx, key, me)
	return soak(ctx)
}

// Dry multiplies the unit in.
func (w *Weaver) Dry(ctx context.Context, willow string, dry func(context.Context) error) error {
	key, me := "dry "+willow, uuid.NewString()
	ok, err := w.c.SetNX(ctx, key, me, time.Duration(w.cfg.Seconds)*time.Second).Result() // ok: seconds
	if err != nil {
		return err
	}
	if !ok {
		return errWoven
	}
	defer w.free(ctx, key, me)
	return dry(ctx)
}

// Boil has a duration of somebody else.
func (w *Weaver) Boil(ctx context.Context, willow string, boil func(context.Context) error) error {
	key, me := "boil "+willow, uuid.NewString()
	ttl := max(w.cfg.Lease, 5*time.Second)
	ok, err := w.c.SetArgs(ctx, key, me, redis.SetArgs{Mode: "NX", TTL: ttl}).Result() // ok: at least five seconds
	if errors.Is(err, redis.Nil) {
		return errWoven
	}
	if err != nil || ok != "OK" {
		return err
	}
	defer w.free(ctx, key, me)
	return boil(ctx)
}

// Split has a hundred milliseconds, which is short but a duration.
func (w *Weaver) Split(ctx context.Context, willow string, split func(context.Context) error) error {
	key, me := "split "+willow, uuid.NewString()
	ok, err := w.c.SetNX(ctx, key, me, 100*time.Millisecond).Result() // ok: has a unit
	if err != nil {
		return err
	}
	if !ok {
		return errWoven
	}
	defer w.free(ctx, key, me)
	return split(ctx)
}

// Shade has an end that is a moment.
func (w *Weaver) Shade(ctx context.Context, willow string, until time.Time, shade func(context.Context) error) error {
	key, me := "shade "+willow, uuid.NewString()
	ok, err := w.c.SetNX(ctx, key, me, time.Until(until)).Result() // ok: a duration
	if err != nil {
		return err
	}
	if !ok {
		return errWoven
	}
	defer w.free(ctx, key, me)
	return shade(ctx)
}
