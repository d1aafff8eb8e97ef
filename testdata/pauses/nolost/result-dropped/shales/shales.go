// Package shales renews by a schedule of cron, and counts what failed.
package shales

import (
	"context"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/robfig/cron/v3"
)

// Roof is worked on by one team.
type Roof struct {
	rs     *redsync.Redsync
	mu     sync.Mutex
	failed int
	nail   func(context.Context) (more bool, err error)
}

// Work nails shale after shale.
func (r *Roof) Work(ctx context.Context, roof string) error {
	mx := r.rs.NewMutex("roof:"+roof, redsync.WithExpiry(time.Minute))
	if err := mx.LockContext(ctx); err != nil {
		return err
	}
	defer mx.UnlockContext(context.WithoutCancel(ctx))
	c := cron.New()
	if _, err := c.AddFunc("@every 15s", func() {
		if ok, err := mx.ExtendContext(ctx); err != nil || !ok { // want nolost
			r.mu.Lock()
			r.failed++
			r.mu.Unlock()
		}
	}); err != nil {
		return err
	}
	c.Start()
	defer c.Stop()
	for {
		more, err := r.nail(ctx)
		if err != nil || !more {
			return err
		}
	}
}
