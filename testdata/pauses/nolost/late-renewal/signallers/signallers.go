// Package signallers works a signal box under a lease of etcd.
package signallers

import (
	"context"
	"errors"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errBox = errors.New("signallers: somebody is in the box")

const seconds = 10

// Box has levers.
type Box struct {
	cli  *clientv3.Client
	pull func(ctx context.Context) error
}

func (b *Box) alive(ctx context.Context, id clientv3.LeaseID) error {
	tick := time.NewTicker(8 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if _, err := b.cli.KeepAliveOnce(ctx, id); err != nil { // want nolost
				return err
			}
		}
	}
}

// Pull pulls levers until the box is lost.
func (b *Box) Pull(ctx context.Context, box, who string) error {
	lease, err := b.cli.Grant(ctx, seconds)
	if err != nil {
		return err
	}
	defer b.cli.Revoke(context.WithoutCancel(ctx), lease.ID)
	txn, err := b.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/boxes/"+box), "=", 0)).
		Then(clientv3.OpPut("/boxes/"+box, who, clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !txn.Succeeded {
		return errBox
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(b.alive(ctx, lease.ID)) }()
	return b.pull(ctx)
}
