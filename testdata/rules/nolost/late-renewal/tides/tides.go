// Package tides writes tide tables.
package tides

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

const (
	lease = 30 * time.Second
	beat  = 25 * time.Second
)

type Tables struct {
	locks *redislock.Client
	rs    *redsync.Redsync
}

// Write renews five seconds before the end.
func (t *Tables) Write(ctx context.Context, port string, write func(context.Context) error) error {
	l, err := t.locks.Obtain(ctx, "tide:"+port, lease, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(beat):
			}
			if err := l.Refresh(ctx, lease, nil); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return write(ctx)
}

// Check renews at two thirds.
func (t *Tables) Check(ctx context.Context, port string, check func(context.Context) error) error {
	const ttl = 9 * time.Second
	mu := t.rs.NewMutex("check:"+port, redsync.WithExpiry(ttl))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		tick := time.NewTicker(ttl * 2 / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // want nolost
					cancel()
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return check(ctx)
}

// Read renews at a third.
func (t *Tables) Read(ctx context.Context, port string, read func(context.Context) error) error {
	l, err := t.locks.Obtain(ctx, "read:"+port, lease, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(lease / 3):
			}
			if err := l.Refresh(ctx, lease, nil); err != nil { // ok: a third
				cancel()
				return
			}
		}
	}()
	return read(ctx)
}

// Print renews at exactly half.
func (t *Tables) Print(ctx context.Context, port string, print func(context.Context) error) error {
	const ttl = 10 * time.Second
	mu := t.rs.NewMutex("print:"+port, redsync.WithExpiry(ttl))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		tick := time.NewTicker(5 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // ok: half
					cancel()
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return print(ctx)
}

// Draw renews at a period that only its caller knows.
func (t *Tables) Draw(ctx context.Context, port string, ttl, period time.Duration, draw func(context.Context) error) error {
	l, err := t.locks.Obtain(ctx, "draw:"+port, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		tick := time.NewTicker(period)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: not known
					cancel()
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return draw(ctx)
}
