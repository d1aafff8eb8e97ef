// Package rinks smooths ice.
package rinks

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
)

var drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

type Rink struct {
	rdb   *redis.Client
	key   string
	owner string
}

func (r *Rink) lock(ctx context.Context) (bool, error) {
	r.owner = uuid.NewString()
	return r.rdb.SetNX(ctx, r.key, r.owner, time.Minute).Result()
}

func (r *Rink) unlock(ctx context.Context) error {
	return drop.Run(ctx, r.rdb, []string{r.key}, r.owner).Err() // maybe plaindel
}

// Smooth runs both halves at once.
func (r *Rink) Smooth(ctx context.Context, left, right func(context.Context) error) error {
	ok, err := r.lock(ctx)
	if err != nil || !ok {
		return err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return left(gctx) })
	g.Go(func() error { return right(gctx) })
	err = g.Wait()
	return errors.Join(err, r.unlock(gctx)) // want plaindel
}

// Serve smooths until a signal comes.
func (r *Rink) Serve(smooth func(context.Context)) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := r.lock(ctx)
	if err != nil || !ok {
		return err
	}
	go smooth(ctx)
	<-ctx.Done()
	return r.unlock(ctx) // want plaindel
}

// Flood runs both halves at once and keeps a context that lives on.
func (r *Rink) Flood(ctx context.Context, left, right func(context.Context) error) error {
	ok, err := r.lock(ctx)
	if err != nil || !ok {
		return err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return left(gctx) })
	g.Go(func() error { return right(gctx) })
	err = g.Wait()
	return errors.Join(err, r.unlock(ctx)) // ok: the group's context is not used
}

// Watch waits for a signal, and releases without it.
func (r *Rink) Watch(watch func(context.Context)) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := r.lock(ctx)
	if err != nil || !ok {
		return err
	}
	go watch(ctx)
	<-ctx.Done()
	return r.unlock(context.Background()) // ok: a fresh context
}
