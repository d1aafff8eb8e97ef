// Package gcslock guards an object with another.
package gcslock

import (
	"context"

	"github.com/marcacohen/gcslock"
)

// Guard holds a lock that nothing but its release ends.
func Guard(ctx context.Context, work func() error) error {
	l, err := gcslock.New(ctx, "bucket", "object.lock")
	if err != nil {
		return err
	}
	if err := l.ContextLock(ctx); err != nil { // want setnxexpire. ok nolost: the error is looked at. ok unfenced: it cannot lapse
		return err
	}
	defer l.ContextUnlock(context.WithoutCancel(ctx)) // ok plaindel: lives longer than the work
	return work()
}

// Drop releases with a context that has ended, and does not look.
func Drop(ctx context.Context, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	l, err := gcslock.New(ctx, "bucket", "drop.lock")
	if err != nil {
		cancel()
		return err
	}
	l.ContextLock(ctx)         // want nolost setnxexpire
	defer l.ContextUnlock(ctx) // want plaindel
	defer cancel()
	return work(ctx)
}
