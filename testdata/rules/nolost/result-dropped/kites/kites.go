// Package kites flies kites.
package kites

import (
	"context"
	"database/sql"
	"log"
	"sync/atomic"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

type Field struct {
	locks *redislock.Client
	rs    *redsync.Redsync
	db    *sql.DB
}

// every calls f until stop is closed.
func every(d time.Duration, stop <-chan struct{}, f func()) {
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			f()
		}
	}
}

// Fly only logs that the lock is gone.
func (f *Field) Fly(ctx context.Context, kite string, fly func(context.Context) error) error {
	const ttl = 30 * time.Second
	l, err := f.locks.Obtain(ctx, "kite:"+kite, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	stop := make(chan struct{})
	defer close(stop)
	go every(ttl/3, stop, func() {
		if err := l.Refresh(ctx, ttl, nil); err != nil { // want nolost
			log.Printf("kite %s: %v", kite, err)
		}
	})
	return fly(ctx)
}

// Dive counts failures that nobody reads.
func (f *Field) Dive(ctx context.Context, kite string, dive func(context.Context) error) error {
	mu := f.rs.NewMutex("dive:"+kite, redsync.WithExpiry(9*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	stop := make(chan struct{})
	defer close(stop)
	failed := 0
	go every(3*time.Second, stop, func() {
		if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // want nolost
			failed++
		}
	})
	return dive(ctx)
}

// Loop cancels the work.
func (f *Field) Loop(ctx context.Context, kite string, loop func(context.Context) error) error {
	mu := f.rs.NewMutex("loop:"+kite, redsync.WithExpiry(9*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go every(3*time.Second, ctx.Done(), func() {
		if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // ok: cancels
			cancel()
		}
	})
	return loop(ctx)
}

// Land sets a flag that the work reads.
func (f *Field) Land(ctx context.Context, kite string, step func(context.Context) (done bool, err error)) error {
	const ttl = 30 * time.Second
	l, err := f.locks.Obtain(ctx, "land:"+kite, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	stop := make(chan struct{})
	defer close(stop)
	var gone atomic.Bool
	go every(ttl/3, stop, func() {
		if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: the loop reads the flag
			gone.Store(true)
		}
	})
	for !gone.Load() {
		if done, err := step(ctx); err != nil || done {
			return err
		}
	}
	return redislock.ErrLockNotHeld
}

// Tow extends between two steps, and stops when it cannot.
func (f *Field) Tow(ctx context.Context, kite string, steps ...func(context.Context) error) error {
	const ttl = 30 * time.Second
	l, err := f.locks.Obtain(ctx, "tow:"+kite, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	for _, step := range steps {
		if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: returned
			return err
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

const beat = "UPDATE kite_locks SET expires_at = now() + interval '30 seconds' WHERE kite = $1 AND owner = $2"

// Hold keeps a lock row alive without a look at the number of rows.
func (f *Field) Hold(ctx context.Context, kite, owner string, hold func(context.Context) error) error {
	res, err := f.db.ExecContext(ctx, "UPDATE kite_locks SET owner = $2, expires_at = now() + interval '30 seconds' WHERE kite = $1 AND expires_at < now()", kite, owner)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go every(10*time.Second, stop, func() {
		_, _ = f.db.ExecContext(ctx, beat, kite, owner) // want nolost
	})
	return hold(ctx)
}
