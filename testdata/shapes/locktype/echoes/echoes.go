// Package echoes tells of a failed renewal through channels that somebody reads, or
// nobody.
package echoes

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

// Lost sends into a channel that nobody receives from.
func Lost(ctx context.Context, rs *redsync.Redsync, load func(context.Context) error) error {
	mu := rs.NewMutex("lost", redsync.WithExpiry(15*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	stop := make(chan struct{})
	defer close(stop)
	failed := make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Second):
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // want nolost
					failed <- err
					return
				}
			}
		}
	}()
	return load(ctx)
}

// Heard has a reader that ends the work.
func Heard(ctx context.Context, rs *redsync.Redsync, load func(context.Context) error) error {
	mu := rs.NewMutex("heard", redsync.WithExpiry(15*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	work, end := context.WithCancel(ctx)
	defer end()
	failed := make(chan error, 1)
	go func() {
		for {
			select {
			case <-work.Done():
				return
			case <-time.After(5 * time.Second):
				if ok, err := mu.ExtendContext(work); err != nil || !ok { // ok: it is heard
					failed <- err
					return
				}
			}
		}
	}()
	go func() {
		select {
		case <-failed:
			end()
		case <-work.Done():
		}
	}()
	return load(work)
}

type keeper struct {
	l          *redislock.Lock
	lost, stop chan struct{}
}

// Deaf has a field that nobody reads.
func Deaf(ctx context.Context, c *redislock.Client, work func(context.Context) error) error {
	l, err := c.Obtain(ctx, "deaf", 20*time.Second, nil)
	if err != nil {
		return err
	}
	k := &keeper{l: l, lost: make(chan struct{}), stop: make(chan struct{})}
	defer l.Release(context.WithoutCancel(ctx))
	defer close(k.stop)
	go k.run(ctx)
	return work(ctx)
}

func (k *keeper) run(ctx context.Context) {
	for {
		select {
		case <-k.stop:
			return
		case <-time.After(5 * time.Second):
			if err := k.l.Refresh(ctx, 20*time.Second, nil); err != nil { // want nolost
				close(k.lost)
				return
			}
		}
	}
}

// A Lease gives its channel to whoever asks.
type Lease struct {
	l          *redislock.Lock
	lost, stop chan struct{}
}

func Take(ctx context.Context, c *redislock.Client) (*Lease, error) {
	l, err := c.Obtain(ctx, "take", 20*time.Second, nil)
	if err != nil {
		return nil, err
	}
	k := &Lease{l: l, lost: make(chan struct{}), stop: make(chan struct{})}
	go k.run(ctx)
	return k, nil
}

func (k *Lease) Lost() <-chan struct{} { return k.lost }

func (k *Lease) Free(ctx context.Context) error {
	close(k.stop)
	return k.l.Release(ctx)
}

func (k *Lease) run(ctx context.Context) {
	for {
		select {
		case <-k.stop:
			return
		case <-time.After(5 * time.Second):
			if err := k.l.Refresh(ctx, 20*time.Second, nil); err != nil { // ok: Lost tells
				close(k.lost)
				return
			}
		}
	}
}

// A pair of names for one channel: the caller has the other.
type Pair struct {
	l          *redislock.Lock
	lost, stop chan struct{}
}

func Both(ctx context.Context, c *redislock.Client) (*Pair, <-chan struct{}, error) {
	l, err := c.Obtain(ctx, "both", 20*time.Second, nil)
	if err != nil {
		return nil, nil, err
	}
	lost := make(chan struct{})
	k := &Pair{l: l, lost: lost, stop: make(chan struct{})}
	go k.run(ctx)
	return k, lost, nil
}

func (k *Pair) Free(ctx context.Context) error {
	close(k.stop)
	return k.l.Release(ctx)
}

func (k *Pair) run(ctx context.Context) {
	for {
		select {
		case <-k.stop:
			return
		case <-time.After(5 * time.Second):
			if err := k.l.Refresh(ctx, 20*time.Second, nil); err != nil { // ok: the caller of Both has the channel
				close(k.lost)
				return
			}
		}
	}
}
