// Package closers ends the work by closing what it runs on.
package closers

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Serve serves while this node holds the mutex.
func Serve(ctx context.Context, rs *redsync.Redsync, srv *http.Server) error {
	mu := rs.NewMutex("active-node", redsync.WithExpiry(15*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(5 * time.Second):
			}
			if ok, err := mu.ExtendContext(ctx); !ok || err != nil { // ok: ListenAndServe returns
				log.Printf("no longer active: %v", err)
				_ = srv.Close()
				return
			}
		}
	}()
	return srv.ListenAndServe()
}

// Listen closes a file that nothing else reads.
func Listen(ctx context.Context, rs *redsync.Redsync, open func() *os.File, work func(context.Context) error) error {
	mu := rs.NewMutex("feed", redsync.WithExpiry(15*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		out := open()
		for {
			select {
			case <-quit:
				return
			case <-time.After(5 * time.Second):
			}
			if ok, err := mu.ExtendContext(ctx); !ok || err != nil { // want nolost
				log.Print("lost", out.Close())
				return
			}
		}
	}()
	return work(ctx)
}
