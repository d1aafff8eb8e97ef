// Package birches has keys of types of its own.
package birches

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

var errPeeled = errors.New("birch is being peeled")

// Key is a key.
type Key string

// Lock is the lock's key.
func (k Key) Lock() string { return string(k) + "$lock" }

// Data is the data's key.
func (k Key) Data() string { return string(k) + "$data" }

// Birch is identified by two numbers.
type Birch struct{ Row, Col int }

func (b Birch) String() string { return fmt.Sprintf("birch[%d,%d]", b.Row, b.Col) }

// Key names the birch.
func (b Birch) Key() Key { return Key(b.String()) }

// Wood has birches.
type Wood struct{ r *redis.Redis }

// Peel deletes what it does not compare.
func (w *Wood) Peel(ctx context.Context, b Birch, peel func(context.Context) error) error {
	ok, err := w.r.SetnxExCtx(ctx, b.Key().Lock(), uuid.NewString(), 20)
	if err != nil {
		return err
	}
	if !ok {
		return errPeeled
	}
	defer w.r.DelCtx(context.WithoutCancel(ctx), b.Key().Lock()) // want plaindel
	return peel(ctx)
}

// Draw deletes data.
func (w *Wood) Draw(ctx context.Context, b Birch, draw func(context.Context) error) error {
	k, me := b.Key(), uuid.NewString()
	ok, err := w.r.SetnxExCtx(ctx, k.Lock()+"/draw", me, 20)
	if err != nil {
		return err
	}
	if !ok {
		return errPeeled
	}
	defer w.r.EvalCtx(context.WithoutCancel(ctx), cad, []string{k.Lock() + "/draw"}, me) // ok: compares
	if err := draw(ctx); err != nil {
		return err
	}
	_, err = w.r.DelCtx(ctx, k.Data()) // ok: data
	return err
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// grip carries key and owner.
type grip struct {
	key   string
	owner string
}

func gripOf(b Birch, what string) grip {
	return grip{key: b.Key().Lock() + "/" + what, owner: uuid.NewString()}
}

// Bend has key and owner in one value.
func (w *Wood) Bend(ctx context.Context, b Birch, bend func(context.Context) error) error {
	g := gripOf(b, "bend")
	ok, err := w.r.SetnxExCtx(ctx, g.key, g.owner, 20)
	if err != nil {
		return err
	}
	if !ok {
		return errPeeled
	}
	defer w.r.EvalCtx(context.WithoutCancel(ctx), cad, []string{g.key}, g.owner) // ok: compares
	return bend(ctx)
}

// Snap takes key and owner apart, and forgets one.
func (w *Wood) Snap(ctx context.Context, b Birch, snap func(context.Context) error) error {
	g := gripOf(b, "snap")
	ok, err := w.r.SetnxExCtx(ctx, g.key, g.owner, 20)
	if err != nil {
		return err
	}
	if !ok {
		return errPeeled
	}
	at := g.key
	defer func() {
		if _, err := w.r.DelCtx(context.WithoutCancel(ctx), at); err != nil { // want plaindel
			fmt.Println(err)
		}
	}()
	return snap(ctx)
}

// Age caches a birch's age.
func (w *Wood) Age(ctx context.Context, b Birch, years string) (bool, error) {
	return w.r.SetnxExCtx(ctx, b.Key().Data()+"/age", years, int(24*time.Hour/time.Second)) // ok: a cache entry
}
