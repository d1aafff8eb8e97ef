// Package spruces gives libraries the owner's value.
package spruces

import (
	"context"
	"os"
	"strconv"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/google/uuid"
)

const app = "spruces"

// Wood has spruces.
type Wood struct {
	locks *redislock.Client
	rs    *redsync.Redsync
}

func tokenOf(kind string) string { return app + "/" + kind }

func uniqueOf(kind string) string { return tokenOf(kind) + "/" + uuid.NewString() }

// Cut has a constant token that a helper makes.
func (w *Wood) Cut(ctx context.Context, spruce string, cut func(context.Context) error) error {
	l, err := w.locks.Obtain(ctx, "cut/"+spruce, time.Minute, &redislock.Options{Token: tokenOf("cut")}) // maybe plaindel
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // want plaindel
	return cut(ctx)
}

// Peel has a fresh token that a helper makes.
func (w *Wood) Peel(ctx context.Context, spruce string, peel func(context.Context) error) error {
	o := &redislock.Options{}
	o.Token = uniqueOf("peel")
	l, err := w.locks.Obtain(ctx, "peel/"+spruce, time.Minute, o)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // ok: fresh
	return peel(ctx)
}

func hostValue() (string, error) { return os.Hostname() }

// Plant has the host's name.
func (w *Wood) Plant(ctx context.Context, spruce string, plant func(context.Context) error) error {
	m := w.rs.NewMutex("plant/"+spruce, redsync.WithExpiry(time.Minute), redsync.WithGenValueFunc(hostValue)) // maybe plaindel
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) // want plaindel
	return plant(ctx)
}

// Prune has the host's name, the process and the time.
func (w *Wood) Prune(ctx context.Context, spruce string, prune func(context.Context) error) error {
	value := func() (string, error) {
		h, err := os.Hostname()
		return h + ":" + strconv.Itoa(os.Getpid()) + ":" + strconv.FormatInt(time.Now().UnixNano(), 10), err
	}
	m := w.rs.NewMutex("prune/"+spruce, redsync.WithGenValueFunc(value))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) // ok: host, process and time
	return prune(ctx)
}

// Trim leaves the value to the library.
func (w *Wood) Trim(ctx context.Context, spruce string, trim func(context.Context) error) error {
	m := w.rs.NewMutex("trim/"+spruce, redsync.WithValue(""))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) // ok: the library makes the value
	return trim(ctx)
}

// Resume takes up the value that its caller kept.
func (w *Wood) Resume(ctx context.Context, spruce, value string) (bool, error) {
	m := w.rs.NewMutex("trim/"+spruce, redsync.WithValue(value))
	return m.UnlockContext(ctx) // ok: the caller's value
}
