// Package invoices numbers invoices. The repository checks the fence that its
// caller puts into the context.
package invoices

import (
	"context"
	"errors"
	"fmt"

	"example.test/pauses/unfenced/no-token/invoices/fence"
	"example.test/pauses/unfenced/no-token/invoices/repo"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Numberer gives numbers to invoices.
type Numberer struct {
	cli  *clientv3.Client
	repo *repo.Repo
}

// Number gives the next number to an invoice.
func (n *Numberer) Number(ctx context.Context, series string, invoice int64) (err error) {
	s, err := concurrency.NewSession(n.cli, concurrency.WithTTL(15))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	m := concurrency.NewMutex(s, fmt.Sprintf("/invoices/%s/", series))
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))

	ctx, cancel := context.WithCancel(fence.With(ctx, m.Header().Revision))
	defer cancel()
	go func() {
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	last, err := n.repo.Last(ctx, series)
	if err != nil {
		return err
	}
	return n.repo.SetNumber(ctx, series, invoice, last+1)
}
