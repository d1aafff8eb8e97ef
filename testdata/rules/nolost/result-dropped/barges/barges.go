// Package barges keeps a lease behind an interface of its own.
package barges

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Lease is a lock that somebody must renew.
type Lease interface {
	Renew(ctx context.Context) error
	Free(ctx context.Context) error
}

// Leaser takes leases.
type Leaser interface {
	Lease(ctx context.Context, name string) (Lease, error)
}

const ttl = 20 * time.Second

type leaser struct{ rs *redsync.Redsync }

func New(rs *redsync.Redsync) Leaser { return leaser{rs} }

func (l leaser) Lease(ctx context.Context, name string) (Lease, error) {
	mu := l.rs.NewMutex("barge:"+name, redsync.WithExpiry(ttl))
	if err := mu.LockContext(ctx); err != nil {
		return nil, err
	}
	return lease{mu}, nil
}

type lease struct{ mu *redsync.Mutex }

func (l lease) Renew(ctx context.Context) error {
	ok, err := l.mu.ExtendContext(ctx) // maybe nolost
	if err == nil && !ok {
		err = errors.New("barge lease lost")
	}
	return err
}

func (l lease) Free(ctx context.Context) error {
	_, err := l.mu.UnlockContext(ctx)
	return err
}

// Tow does not look whether the lease is there.
func Tow(ctx context.Context, ls Leaser, barge string, tow func(context.Context) error) error {
	l, err := ls.Lease(ctx, barge)
	if err != nil {
		return err
	}
	defer l.Free(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 4):
				l.Renew(ctx) // want nolost
			}
		}
	}()
	return tow(ctx)
}

// Load ends with the lease.
func Load(ctx context.Context, ls Leaser, barge string, load func(context.Context) error) error {
	l, err := ls.Lease(ctx, barge)
	if err != nil {
		return err
	}
	defer l.Free(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 4):
				if err := l.Renew(ctx); err != nil { // ok: cancels
					cancel(err)
					return
				}
			}
		}
	}()
	return load(ctx)
}

// Unload renews now and then, and says what came of it.
func Unload(ctx context.Context, ls Leaser, barge string, crates []string, unload func(context.Context, string) error) error {
	l, err := ls.Lease(ctx, barge)
	if err != nil {
		return err
	}
	defer l.Free(context.WithoutCancel(ctx))
	for i, c := range crates {
		if i%10 == 9 {
			if err := l.Renew(ctx); err != nil { // ok: returned
				return err
			}
		}
		if err := unload(ctx, c); err != nil {
			return err
		}
	}
	return nil
}
