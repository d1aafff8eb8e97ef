// Package pines reads what its lease says, and does not care.
package pines

import (
	"context"
	"errors"
	"log/slog"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Leader leads.
type Leader struct {
	cli *clientv3.Client
	log *slog.Logger
}

// Lead leads for as long as lead wants.
func (l *Leader) Lead(ctx context.Context, name string, lead func(context.Context) error) error {
	grant, err := l.cli.Grant(ctx, 12)
	if err != nil {
		return err
	}
	defer l.cli.Revoke(context.WithoutCancel(ctx), grant.ID)
	resp, err := l.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(name), "=", 0)).
		Then(clientv3.OpPut(name, "leader", clientv3.WithLease(grant.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("pines: another leads")
	}
	kctx, stop := context.WithCancel(ctx)
	defer stop()
	ch, err := l.cli.KeepAlive(kctx, grant.ID) // want nolost
	if err != nil {
		return err
	}
	go func() {
		for ka := range ch {
			l.log.Debug("alive", "ttl", ka.TTL)
		}
		l.log.Info("no longer alive", "name", name)
	}()
	return lead(ctx)
}
