// Package archives moves a pointer to the newest archive, guarded by the lock.
package archives

import (
	"context"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Archiver points at archives.
type Archiver struct {
	cli    *clientv3.Client
	prefix string
}

// Publish makes archive the newest one.
func (a *Archiver) Publish(ctx context.Context, session *concurrency.Session, archive string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		select {
		case <-session.Done():
		case <-ctx.Done():
		}
	}()
	mu := concurrency.NewMutex(session, a.prefix+"/lock")
	if err := mu.Lock(ctx); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	defer mu.Unlock(context.WithoutCancel(ctx))

	txn := a.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut(a.prefix+"/newest", archive))
	if _, err := txn.Commit(); err != nil { // want unfenced
		return fmt.Errorf("publish %s: %w", archive, err)
	}
	return nil
}
