// Package cherts ends its process when it cannot renew.
package cherts

import (
	"context"
	"log"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Main works for as long as the process lives.
func Main(ctx context.Context, rs *redsync.Redsync, pit string, work func(context.Context) error) error {
	mu := rs.NewMutex("pit:"+pit, redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Second):
			}
			ok, err := mu.ExtendContext(ctx)
			if err != nil {
				log.Fatalf("cherts: pit %s: %v", pit, err)
			}
			if !ok {
				panic("cherts: pit " + pit + " is another's")
			}
		}
	}()
	return work(ctx)
}
