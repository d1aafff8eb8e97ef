// Package hatters keeps a lease of etcd alive while a hat is made.
package hatters

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errMould = errors.New("hatters: the mould is in use")

// Hatter makes hats.
type Hatter struct {
	cli   *clientv3.Client
	shape func(ctx context.Context, hat string) error
}

// Make makes a hat on a mould until the lease ends.
func (h *Hatter) Make(ctx context.Context, mould, hat string) error {
	lease, err := h.cli.Grant(ctx, 15)
	if err != nil {
		return err
	}
	txn, err := h.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/moulds/"+mould), "=", 0)).
		Then(clientv3.OpPut("/moulds/"+mould, hat, clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !txn.Succeeded {
		return errMould
	}
	alive, err := h.cli.KeepAlive(context.Background(), lease.ID) // want nolost
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range alive {
		}
		cancel()
	}()
	return h.shape(ctx, hat)
}
