// Package right ends the work when its session has ended.
package right

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/locklint/locklint/proofs/pause"
)

const (
	key = "/jobs/7"
	ttl = 1 // seconds
)

// Run does work under the lock.
func Run(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(ttl))
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, key)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer mu.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			pause.At(ctx, pause.Told)
			cancel()
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}
