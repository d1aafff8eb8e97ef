// Package moats cleans moats.
package moats

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Castle struct {
	locks *redislock.Client
	rs    *redsync.Redsync
	cli   *clientv3.Client
}

// Clean renews for ever: nothing ends the goroutine.
func (c *Castle) Clean(ctx context.Context, moat string, clean func(context.Context) error) error {
	const ttl = 30 * time.Second
	l, err := c.locks.Obtain(ctx, "moat:"+moat, ttl, nil)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			time.Sleep(ttl / 3)
			if err := l.Refresh(context.Background(), ttl, nil); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return clean(work)
}

// Fill makes a session that nothing closes.
func (c *Castle) Fill(ctx context.Context, moat string, fill func(context.Context) error) error {
	s, err := concurrency.NewSession(c.cli, concurrency.WithTTL(20)) // want nolost
	if err != nil {
		return err
	}
	mu := concurrency.NewMutex(s, "/moats/"+moat)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return fill(s.Ctx())
}

// Drain closes the session.
func (c *Castle) Drain(ctx context.Context, moat string, drain func(context.Context) error) error {
	s, err := concurrency.NewSession(c.cli, concurrency.WithTTL(20)) // ok: closed
	if err != nil {
		return err
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/drain/"+moat)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	return drain(s.Ctx())
}

// Stock gives the session up on purpose: it ends with its TTL.
func (c *Castle) Stock(ctx context.Context, moat string, stock func(context.Context) error) error {
	s, err := concurrency.NewSession(c.cli, concurrency.WithTTL(60)) // ok: orphaned
	if err != nil {
		return err
	}
	mu := concurrency.NewMutex(s, "/stock/"+moat)
	if err := mu.Lock(ctx); err != nil {
		return errors.Join(err, s.Close())
	}
	err = stock(s.Ctx())
	s.Orphan()
	return err
}

// Guard ends the renewal with the work.
func (c *Castle) Guard(ctx context.Context, moat string, guard func(context.Context) error) error {
	mu := c.rs.NewMutex("guard:"+moat, redsync.WithExpiry(12*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		t := time.NewTicker(4 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // ok: ends with ctx
					cancel()
					return
				}
			}
		}
	}()
	return guard(ctx)
}
