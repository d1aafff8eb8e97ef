// Package framers frames pictures, one framer a room.
package framers

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

const (
	loan   = 30 * time.Second
	check  = 10 * time.Second
	report = 25 * time.Second
)

// Framer frames pictures.
type Framer struct {
	locks *redislock.Client
	frame func(ctx context.Context, room string) error
	tell  func(room string, since time.Duration)
}

// Frame frames the pictures of a room, and stops when the room is not ours any more.
func (f *Framer) Frame(ctx context.Context, room string) error {
	lock, err := f.locks.Obtain(ctx, "room:"+room, loan, nil)
	if err != nil {
		return fmt.Errorf("framers: room %s: %w", room, err)
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go f.stay(ctx, room, lock, cancel)
	return f.frame(ctx, room)
}

func (f *Framer) stay(ctx context.Context, room string, lock *redislock.Lock, lost context.CancelCauseFunc) {
	start := time.Now()
	news := time.NewTicker(report)
	defer news.Stop()
	tick := time.NewTicker(check)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-news.C:
			f.tell(room, time.Since(start))
		case <-tick.C:
			if err := lock.Refresh(ctx, loan, nil); err != nil {
				lost(err)
				return
			}
		}
	}
}
