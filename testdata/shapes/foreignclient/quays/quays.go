// Package quays assigns quays; the client stands two packages away in a package variable.
package quays

import (
	"context"
	"errors"
	"time"

	"example.test/shapes/foreignclient/quays/app"
)

var errMoored = errors.New("quay is taken")

// Moor sets, and then lets the key expire.
func Moor(ctx context.Context, quay string, moor func(context.Context) error) error {
	lock := "quays." + quay + ".lock"
	ok, err := app.State.Stores.Redis.SetNX(ctx, lock, app.State.Node, 0).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errMoored
	}
	app.State.Stores.Redis.Expire(ctx, lock, time.Minute)
	defer app.State.Stores.Redis.Del(context.WithoutCancel(ctx), lock) // want plaindel
	return moor(ctx)
}

// Load compares before it deletes.
func Load(ctx context.Context, quay string, load func(context.Context) error) error {
	lock, me := "quays."+quay+".crane", app.Unique()
	ok, err := app.State.Stores.Redis.SetNX(ctx, lock, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errMoored
	}
	defer app.State.Stores.Redis.Eval(context.WithoutCancel(ctx), app.DropMine, []string{lock}, me) // ok: compares
	return load(ctx)
}

// Price caches a price.
func Price(ctx context.Context, quay string, cents int) error {
	return app.State.Stores.Redis.SetNX(ctx, "quays."+quay+".price", cents, time.Hour).Err() // ok: a cache entry
}

// Reprice drops the cached price.
func Reprice(ctx context.Context, quay string) error {
	return app.State.Stores.Redis.Del(ctx, "quays."+quay+".price").Err() // ok: a cache entry
}
