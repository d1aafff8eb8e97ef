// Package publishers publishes while the lease is kept alive; nobody reads the answers.
package publishers

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

// Publisher publishes.
type Publisher struct {
	cli     *clientv3.Client
	log     *zap.Logger
	publish func(context.Context) error
}

// Run publishes as the only one.
func (p *Publisher) Run(ctx context.Context, topic string) error {
	lease, err := p.cli.Grant(ctx, 10)
	if err != nil {
		return err
	}
	defer p.cli.Revoke(context.WithoutCancel(ctx), lease.ID)
	key := "/publishers/" + topic
	txn, err := p.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, "1", clientv3.WithLease(lease.ID))).Commit()
	if err != nil {
		return err
	}
	if !txn.Succeeded {
		return errors.New("publishers: topic is published by another")
	}
	kctx, stop := context.WithCancel(ctx)
	defer stop()
	if _, err := p.cli.KeepAlive(kctx, lease.ID); err != nil { // want nolost
		return err
	}
	p.log.Debug("publishing", zap.String("topic", topic))
	return p.publish(ctx)
}
