// Package joiners joins tables, and leaves the workshop to the timer.
package joiners

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const hold = 30 * time.Second

// Workshop is used by one joiner.
type Workshop struct {
	mu    *redsync.Mutex
	lost  context.CancelFunc
	timer *time.Timer
}

// Enter enters a workshop. The context ends when it is lost.
func Enter(ctx context.Context, rs *redsync.Redsync, name string) (context.Context, *Workshop, error) {
	w := &Workshop{mu: rs.NewMutex("workshop:"+name, redsync.WithExpiry(hold))}
	if err := w.mu.LockContext(ctx); err != nil {
		return nil, nil, err
	}
	ctx, w.lost = context.WithCancel(ctx)
	w.timer = time.AfterFunc(hold/3, w.again)
	return ctx, w, nil
}

func (w *Workshop) again() {
	if ok, err := w.mu.Extend(); err != nil || !ok { // want nolost
		w.lost()
		return
	}
	w.timer.Reset(hold / 3)
}

// Leave leaves the workshop; the mutex ends with its expiry.
func (w *Workshop) Leave() { w.lost() }
