// Package yews bends yew; TTLs and periods are values from many places.
package yews

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

const (
	lease  = 20 * time.Second
	beat   = lease / 4
	lazy   = lease - 2*time.Second
	halved = lease >> 1
)

var errSnapped = errors.New("bow snapped")

// Bowyer bends.
type Bowyer struct {
	locks *redislock.Client
	rs    *redsync.Redsync
}

// keep renews every period until ctx ends.
func keep(ctx context.Context, cancel context.CancelCauseFunc, l *redislock.Lock, ttl time.Duration, tick <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: cancels
				cancel(err)
				return
			}
		}
	}
}

// Bend renews four times in a lease.
func (b *Bowyer) Bend(ctx context.Context, yew string, bend func(context.Context) error) error {
	l, err := b.locks.Obtain(ctx, "bend/"+yew, lease, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := time.NewTicker(beat)
	defer t.Stop()
	go keep(ctx, cancel, l, lease, t.C)
	return bend(ctx)
}

// Dry renews shortly before the lease ends.
func (b *Bowyer) Dry(ctx context.Context, yew string, dry func(context.Context) error) error {
	l, err := b.locks.Obtain(ctx, "dry/"+yew, lease, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		t := time.NewTicker(lazy)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if err := l.Refresh(ctx, lease, nil); err != nil { // want nolost
					cancel(errors.Join(errSnapped, err))
					return
				}
			}
		}
	}()
	return dry(ctx)
}

// String renews at exactly half of the lease.
func (b *Bowyer) String(ctx context.Context, yew string, work func(context.Context) error) error {
	m := b.rs.NewMutex("string/"+yew, redsync.WithExpiry(lease))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(halved):
			}
			if ok, err := m.ExtendContext(ctx); err != nil || !ok { // ok: exactly half
				cancel(errors.Join(errSnapped, err))
				return
			}
		}
	}()
	return work(ctx)
}

// Carve renews after more time than the lease has.
func (b *Bowyer) Carve(ctx context.Context, yew string, carve func(context.Context) error) error {
	m := b.rs.NewMutex("carve/"+yew, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(beat):
			}
			if ok, err := m.ExtendContext(ctx); err != nil || !ok { // want nolost
				cancel(errors.Join(errSnapped, err))
				return
			}
		}
	}()
	return carve(ctx)
}

// Oil renews in a period that its caller says.
func (b *Bowyer) Oil(ctx context.Context, yew string, every time.Duration, oil func(context.Context) error) error {
	l, err := b.locks.Obtain(ctx, "oil/"+yew, lease, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := time.NewTicker(every)
	defer t.Stop()
	go keep(ctx, cancel, l, lease, t.C) // ok: nobody knows the period
	return oil(ctx)
}
