// Package slates renews by a schedule of cron, and sets a flag.
package slates

import (
	"context"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/robfig/cron/v3"
)

// Roof is worked on by one team.
type Roof struct {
	rs   *redsync.Redsync
	mu   sync.Mutex
	gone bool
	nail func(context.Context) (more bool, err error)
}

func (r *Roof) lost() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gone
}

// Work nails slate after slate.
func (r *Roof) Work(ctx context.Context, roof string) error {
	mx := r.rs.NewMutex("roof:"+roof, redsync.WithExpiry(time.Minute))
	if err := mx.LockContext(ctx); err != nil {
		return err
	}
	defer mx.UnlockContext(context.WithoutCancel(ctx))
	c := cron.New()
	if _, err := c.AddFunc("@every 15s", func() {
		if ok, err := mx.ExtendContext(ctx); err != nil || !ok {
			r.mu.Lock()
			r.gone = true
			r.mu.Unlock()
		}
	}); err != nil {
		return err
	}
	c.Start()
	defer c.Stop()
	for !r.lost() {
		more, err := r.nail(ctx)
		if err != nil || !more {
			return err
		}
	}
	return context.Canceled
}
