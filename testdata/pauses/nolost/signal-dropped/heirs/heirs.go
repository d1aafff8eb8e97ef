// Package heirs leaves its key behind on purpose: the next process inherits it.
package heirs

import (
	"context"

	"cirello.io/pglock"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Bequeath takes a name, and lets it end with its lease.
func Bequeath(ctx context.Context, cli *clientv3.Client, name string) error {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(60))
	if err != nil {
		return err
	}
	if err := concurrency.NewMutex(s, "/heirs/"+name).Lock(ctx); err != nil {
		s.Close()
		return err
	}
	s.Orphan()
	return nil
}

// Settle works with the context that pglock ends with the lock.
func Settle(ctx context.Context, locks *pglock.Client, estate string, settle func(context.Context) error) error {
	return locks.Do(ctx, "estate/"+estate, func(ctx context.Context, _ *pglock.Lock) error {
		return settle(ctx)
	})
}
