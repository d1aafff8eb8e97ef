// Package page holds the code of the page of nolost, category endless-renewal.
package page

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func wrong(ctx context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// WRONG: the work ends, and this goes on
	go func() {
		for range time.Tick(10 * time.Second) {
			if lock.Refresh(context.Background(), 30*time.Second, nil) != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func right(ctx context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// RIGHT: the work's context ends both
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if lock.Refresh(ctx, 30*time.Second, nil) != nil {
					cancel()
					return
				}
			}
		}
	}()
	return work(ctx)
}

func wrongSession(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	// WRONG: nothing closes the session
	session, err := concurrency.NewSession(cli) // want nolost
	if err != nil {
		return err
	}
	return campaign(ctx, session, work)
}

func rightSession(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	// RIGHT
	session, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer session.Close()
	return campaign(ctx, session, work)
}

func campaign(ctx context.Context, session *concurrency.Session, work func(context.Context) error) error {
	e := concurrency.NewElection(session, "/leader")
	if err := e.Campaign(ctx, "me"); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}
