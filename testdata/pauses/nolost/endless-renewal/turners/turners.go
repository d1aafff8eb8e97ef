// Package turners turns legs, and leaves the lathe to the next.
package turners

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const hold = 30 * time.Second

// Lathe is used by one turner.
type Lathe struct {
	mu    *redsync.Mutex
	lost  context.CancelFunc
	timer *time.Timer
}

// Start starts a lathe. The context ends when it is lost.
func Start(ctx context.Context, rs *redsync.Redsync, name string) (context.Context, *Lathe, error) {
	l := &Lathe{mu: rs.NewMutex("lathe:"+name, redsync.WithExpiry(hold))}
	if err := l.mu.LockContext(ctx); err != nil {
		return nil, nil, err
	}
	ctx, l.lost = context.WithCancel(ctx)
	l.timer = time.AfterFunc(hold/3, l.again)
	return ctx, l, nil
}

func (l *Lathe) again() {
	if ok, err := l.mu.Extend(); err != nil || !ok {
		l.lost()
		return
	}
	l.timer.Reset(hold / 3)
}

// Stop stops the lathe.
func (l *Lathe) Stop(ctx context.Context) error {
	l.timer.Stop()
	l.lost()
	if ok, err := l.mu.UnlockContext(ctx); err != nil || !ok {
		return errors.Join(err, errors.New("turners: the lathe was lost"))
	}
	return nil
}
