// Package basalts tolerates errors for as long as the key must still be there.
package basalts

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
)

const ttl = time.Minute

var errLate = errors.New("basalts: not renewed for too long")

// Quarry breaks stone.
type Quarry struct {
	locks *redislock.Client
	log   *slog.Logger
	work  func(context.Context) error
}

// hold returns when the lock may be gone.
func (q *Quarry) hold(ctx context.Context, l *redislock.Lock) error {
	tick := time.NewTicker(ttl / 6)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		err := l.Refresh(ctx, ttl, nil)
		switch {
		case err == nil:
			last = time.Now()
		case errors.Is(err, redislock.ErrNotObtained):
			return err
		case time.Since(last) > ttl/2:
			return errors.Join(errLate, err)
		default:
			q.log.Warn("renewal", "error", err)
		}
	}
}

// Work works in a quarry.
func (q *Quarry) Work(ctx context.Context, name string) error {
	l, err := q.locks.Obtain(ctx, "quarry:"+name, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		if err := q.hold(ctx, l); err != nil {
			cancel(err)
		}
	}()
	return q.work(ctx)
}
