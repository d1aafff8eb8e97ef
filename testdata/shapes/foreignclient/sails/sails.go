// Package sails mends sails; the client is an alias behind a getter.
package sails

import (
	"context"
	"errors"
	"time"

	"example.test/shapes/foreignclient/sails/env"
)

var errMending = errors.New("sail is on the bench")

// Loft mends.
type Loft struct{ env *env.Env }

// Mend deletes what it does not compare.
func (l *Loft) Mend(ctx context.Context, sail string, mend func(context.Context) error) error {
	kv := l.env.KV()
	key := l.env.Key("sail", sail, "mend")
	ok, err := kv.SetNX(ctx, key, l.env.ID(), 45*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errMending
	}
	err = mend(ctx)
	if derr := kv.Unlink(context.WithoutCancel(ctx), key).Err(); err == nil { // want plaindel
		err = derr
	}
	return err
}

// Hem keeps its key alive by name only.
func (l *Loft) Hem(ctx context.Context, sail string, hem func(context.Context) error) error {
	key, me := l.env.Key("sail", sail, "hem"), l.env.ID()
	ok, err := l.env.KV().SetNX(ctx, key, me, 45*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errMending
	}
	defer l.env.KV().Eval(context.WithoutCancel(ctx), env.DelIf, []string{key}, me)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(15 * time.Second):
				if !l.env.KV().Expire(ctx, key, 45*time.Second).Val() { // want nolost
					stop()
					return
				}
			}
		}
	}()
	return hem(ctx)
}

// Fold compares everywhere.
func (l *Loft) Fold(ctx context.Context, sail string, fold func(context.Context) error) error {
	key, me := l.env.Key("sail", sail, "fold"), l.env.ID()
	ok, err := l.env.KV().SetNX(ctx, key, me, 45*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errMending
	}
	defer l.env.KV().Eval(context.WithoutCancel(ctx), env.DelIf, []string{key}, me) // ok: compares
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(15 * time.Second):
				n, err := l.env.KV().Eval(ctx, env.ExpireIf, []string{key}, me, 45000).Int() // ok: its loss ends ctx
				if err != nil || n != 1 {
					stop()
					return
				}
			}
		}
	}()
	return fold(ctx)
}

// Wash lets a sail be washed once a day.
func (l *Loft) Wash(ctx context.Context, sail string, wash func(context.Context) error) error {
	if !l.env.KV().SetNX(ctx, l.env.Key("washed", sail), 1, 24*time.Hour).Val() { // ok: a cool-down
		return nil
	}
	return wash(ctx)
}

// Sell deletes a sail.
func (l *Loft) Sell(ctx context.Context, sail string) error {
	return l.env.KV().Del(ctx, l.env.Key("sail", sail)).Err() // ok: data
}
