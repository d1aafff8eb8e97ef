// Package listeners gets a context that ends with the lock, and uses it for more or
// less.
package listeners

import (
	"context"
	"log/slog"

	"github.com/redis/rueidis/rueidislock"
)

// Logged hands it to the log alone.
func Logged(ctx context.Context, locker rueidislock.Locker, work func(context.Context) error) error {
	lctx, cancel, err := locker.WithContext(ctx, "logged") // want nolost
	if err != nil {
		return err
	}
	defer cancel()
	slog.InfoContext(lctx, "locked")
	return work(ctx)
}

// Worked hands it to the work, too.
func Worked(ctx context.Context, locker rueidislock.Locker, work func(context.Context) error) error {
	lctx, cancel, err := locker.WithContext(ctx, "worked") // ok: the work ends with it
	if err != nil {
		return err
	}
	defer cancel()
	slog.InfoContext(lctx, "locked")
	return work(lctx)
}

// Reported waits for its end to log it.
func Reported(ctx context.Context, locker rueidislock.Locker, work func(context.Context) error) error {
	lctx, cancel, err := locker.WithContext(ctx, "reported") // maybe nolost
	if err != nil {
		return err
	}
	defer cancel()
	go func() {
		select {
		case <-lctx.Done():
			slog.Warn("the lock is gone")
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}

// Ended waits for its end to stop the work.
func Ended(ctx context.Context, locker rueidislock.Locker, work func(context.Context) error) error {
	lctx, cancel, err := locker.WithContext(ctx, "ended") // ok: the work's context ends with it
	if err != nil {
		return err
	}
	defer cancel()
	wctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-lctx.Done():
			slog.Warn("the lock is gone")
			stop()
		case <-ctx.Done():
		}
	}()
	return work(wctx)
}
