// Package figs ships figs; the wrappers count in seconds.
package figs

import (
	"context"
	"errors"
	"fmt"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

var errShipping = errors.New("crate is being shipped")

type rds struct{ r *redis.Redis }

// add stores v for some seconds unless k is there; zero means for ever.
func (s rds) add(ctx context.Context, k, v string, seconds int) (bool, error) {
	if seconds == 0 {
		return s.r.SetnxCtx(ctx, k, v) // maybe setnxexpire
	}
	return s.r.SetnxExCtx(ctx, k, v, seconds)
}

func (s rds) touch(ctx context.Context, k string, seconds int) error {
	return s.r.ExpireCtx(ctx, k, seconds) // maybe nolost
}

func (s rds) rm(ctx context.Context, k ...string) error {
	_, err := s.r.DelCtx(ctx, k...) // maybe plaindel
	return err
}

func (s rds) rmIf(ctx context.Context, k, v string) error {
	_, err := s.r.EvalCtx(ctx, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`, []string{k}, v)
	return err
}

// Dock ships.
type Dock struct{ rds }

func lockOf(crate int) string { return fmt.Sprintf("figs:%d:lock", crate) }

// Ship deletes what it does not compare.
func (d *Dock) Ship(ctx context.Context, crate int, who string, ship func(context.Context) error) error {
	ok, err := d.add(ctx, lockOf(crate), who, 30)
	if err != nil {
		return err
	}
	if !ok {
		return errShipping
	}
	defer d.rm(context.WithoutCancel(ctx), lockOf(crate)) // want plaindel
	return ship(ctx)
}

// Load sets the end in a second step.
func (d *Dock) Load(ctx context.Context, crate int, who string, load func(context.Context) error) error {
	key := lockOf(crate) + ":load"
	ok, err := d.add(ctx, key, who, 0) // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errShipping
	}
	if err := d.touch(ctx, key, 30); err != nil {
		return err
	}
	defer d.rmIf(context.WithoutCancel(ctx), key, who) // ok: compares
	return load(ctx)
}

// Weigh is right.
func (d *Dock) Weigh(ctx context.Context, crate int, who string, weigh func(context.Context) error) error {
	key := lockOf(crate) + ":weigh"
	ok, err := d.add(ctx, key, who, 30)
	if err != nil {
		return err
	}
	if !ok {
		return errShipping
	}
	defer d.rmIf(context.WithoutCancel(ctx), key, who) // ok: compares
	return weigh(ctx)
}

// Seal remembers the first seal for ever.
func (d *Dock) Seal(ctx context.Context, crate int, seal string) (bool, error) {
	return d.add(ctx, fmt.Sprintf("figs:%d:seal", crate), seal, 0) // ok: a record
}

// Break removes the seal.
func (d *Dock) Break(ctx context.Context, crate int) error {
	return d.rm(ctx, fmt.Sprintf("figs:%d:seal", crate)) // ok: a record
}

// Alarm rings once in ten minutes.
func (d *Dock) Alarm(ctx context.Context, crate int, ring func()) error {
	ok, err := d.add(ctx, fmt.Sprintf("figs:%d:alarm", crate), "1", 600) // ok: a cool-down
	if err == nil && ok {
		ring()
	}
	return err
}
