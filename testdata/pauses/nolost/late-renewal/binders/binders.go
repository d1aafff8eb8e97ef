// Package binders binds the evening's books on one bench.
package binders

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"golang.org/x/sync/errgroup"
)

var errBench = errors.New("binders: the bench was taken")

// Bench is where books are bound.
type Bench struct {
	rs   *redsync.Redsync
	bind func(ctx context.Context, title string) error
}

// Bind binds a title. Six seconds are no problem for a mutex of twenty.
func (b *Bench) Bind(ctx context.Context, bench, title string) error {
	mu := b.rs.NewMutex("bench:"+bench, redsync.WithExpiry(20*time.Second), redsync.WithTries(3))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, stop := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(6 * time.Second):
			}
			if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
				return errors.Join(errBench, err)
			}
		}
	})
	g.Go(func() error {
		defer stop()
		return b.bind(ctx, title)
	})
	return g.Wait()
}
