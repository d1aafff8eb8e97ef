// Package wrong does not hear that its session has ended.
package wrong

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
	if err := mu.Lock(ctx); err != nil { // want nolost/signal-dropped
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer mu.Unlock(context.WithoutCancel(ctx))
	return work(ctx)
}
