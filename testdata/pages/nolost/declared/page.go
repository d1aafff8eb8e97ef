// Package page holds the code of the page of nolost that silences a finding.
package page

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func silenced(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(3600))
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, "/jobs/short")
	//locklint:ignore nolost/signal-dropped the work takes a second, the session an hour
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return work(ctx)
}
