// Package balances keeps balances in etcd, where the lock lives, too.
package balances

import (
	"context"
	"errors"
	"strconv"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// ErrLost says that the lock was lost before the write.
var ErrLost = errors.New("balances: lock lost")

// Accounts changes balances.
type Accounts struct {
	cli     *clientv3.Client
	session *concurrency.Session
}

// Add adds to a balance, if the lock is still ours when the store writes.
func (a *Accounts) Add(ctx context.Context, account string, cents int64) error {
	mu := concurrency.NewMutex(a.session, "/locks/"+account)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	select {
	case <-a.session.Done():
		return ErrLost
	default:
	}

	key := "/balances/" + account
	got, err := a.cli.Get(ctx, key)
	if err != nil {
		return err
	}
	var have int64
	if len(got.Kvs) > 0 {
		if have, err = strconv.ParseInt(string(got.Kvs[0].Value), 10, 64); err != nil {
			return err
		}
	}
	return a.put(ctx, mu, key, strconv.FormatInt(have+cents, 10))
}

func (a *Accounts) put(ctx context.Context, mu *concurrency.Mutex, key, value string) error {
	resp, err := a.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut(key, value)).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return ErrLost
	}
	return nil
}
