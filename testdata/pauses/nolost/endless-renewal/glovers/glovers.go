// Package glovers keeps a lease of etcd alive while a glove is made.
package glovers

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errForm = errors.New("glovers: the form is in use")

// Glover makes gloves.
type Glover struct {
	cli *clientv3.Client
	sew func(ctx context.Context, glove string) error
}

// Make makes a glove on a form until the lease ends.
func (g *Glover) Make(ctx context.Context, form, glove string) error {
	lease, err := g.cli.Grant(ctx, 15)
	if err != nil {
		return err
	}
	txn, err := g.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/forms/"+form), "=", 0)).
		Then(clientv3.OpPut("/forms/"+form, glove, clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !txn.Succeeded {
		return errForm
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	alive, err := g.cli.KeepAlive(ctx, lease.ID)
	if err != nil {
		return err
	}
	go func() {
		defer cancel()
		for range alive {
		}
	}()
	return g.sew(ctx, glove)
}
