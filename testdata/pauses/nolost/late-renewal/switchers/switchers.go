// Package switchers works a switchboard under a lease of etcd.
package switchers

import (
	"context"
	"errors"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errBoard = errors.New("switchers: somebody is at the board")

const seconds = 30

// Board has plugs.
type Board struct {
	cli  *clientv3.Client
	plug func(ctx context.Context) error
}

func (b *Board) alive(ctx context.Context, id clientv3.LeaseID) error {
	tick := time.NewTicker(8 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if _, err := b.cli.KeepAliveOnce(ctx, id); err != nil {
				return err
			}
		}
	}
}

// Plug connects calls until the board is lost.
func (b *Board) Plug(ctx context.Context, board, who string) error {
	lease, err := b.cli.Grant(ctx, seconds)
	if err != nil {
		return err
	}
	defer b.cli.Revoke(context.WithoutCancel(ctx), lease.ID)
	txn, err := b.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/boards/"+board), "=", 0)).
		Then(clientv3.OpPut("/boards/"+board, who, clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !txn.Succeeded {
		return errBoard
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(b.alive(ctx, lease.ID)) }()
	return b.plug(ctx)
}
