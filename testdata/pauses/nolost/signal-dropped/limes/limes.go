// Package limes watches its lease from the method that starts it.
package limes

import (
	"context"
	"errors"
	"sync/atomic"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Leader leads while its lease is alive.
type Leader struct {
	cli   *clientv3.Client
	lease clientv3.LeaseID
	alive atomic.Bool
	stop  context.CancelFunc
}

// Start takes the lead, or fails.
func (l *Leader) Start(ctx context.Context, name string) error {
	grant, err := l.cli.Grant(ctx, 12)
	if err != nil {
		return err
	}
	l.lease = grant.ID
	resp, err := l.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(name), "=", 0)).
		Then(clientv3.OpPut(name, "leader", clientv3.WithLease(l.lease))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("limes: another leads")
	}
	ctx, l.stop = context.WithCancel(context.WithoutCancel(ctx))
	ch, err := l.cli.KeepAlive(ctx, l.lease)
	if err != nil {
		return err
	}
	l.alive.Store(true)
	go func() {
		for range ch {
		}
		l.alive.Store(false)
	}()
	return nil
}

// Step does one step, if we lead.
func (l *Leader) Step(ctx context.Context, step func(context.Context) error) error {
	if !l.alive.Load() {
		return errors.New("limes: not leading")
	}
	return step(ctx)
}

// Stop stops leading.
func (l *Leader) Stop(ctx context.Context) error {
	l.stop()
	_, err := l.cli.Revoke(ctx, l.lease)
	return err
}
