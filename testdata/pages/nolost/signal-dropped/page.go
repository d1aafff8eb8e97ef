// Package page holds the code of the page of nolost, category signal-dropped.
package page

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func wrong(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	// WRONG
	session, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, "/jobs/nightly")
	if err := mu.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return work(ctx)
}

func right(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	session, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, "/jobs/nightly")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	// RIGHT: beside the work
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
