// Package etcd shows your lock in etcd, done carefully.
//
// The session renews its lease by itself, and closes Done when the lease is lost:
// somebody has to listen. The mutex gives a revision that grows with each holder.
// A write in etcd goes through a transaction under IsOwner; a write elsewhere
// carries the revision, and the store refuses a smaller one.
package etcd

import (
	"context"
	"database/sql"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// ErrLost says that a later holder has the lock or has written.
var ErrLost = errors.New("the lock was lost")

// WithLock calls work under the lock. Its context ends when the lock is lost.
func WithLock(ctx context.Context, cli *clientv3.Client, name string, work func(context.Context, *concurrency.Mutex) error) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(30))
	if err != nil {
		return err
	}
	defer session.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	mu := concurrency.NewMutex(session, "/locks/"+name)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return work(ctx, mu)
}

// Put writes a key of etcd: in the same step it asks whose the lock is.
func Put(ctx context.Context, cli *clientv3.Client, mu *concurrency.Mutex, key, value string) error {
	resp, err := cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut(key, value)).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return ErrLost
	}
	return nil
}

// SetBalance writes to another store, which keeps the revision of who wrote last.
func SetBalance(ctx context.Context, db *sql.DB, mu *concurrency.Mutex, id string, n int) error {
	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, fence = $2
		WHERE id = $3 AND fence <= $2`, n, mu.Header().Revision, id)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(ErrLost, err)
	}
	return nil
}
