// Package deeds registers deeds.
package deeds

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	clientv3 "go.etcd.io/etcd/client/v3"
)

const claim = `INSERT INTO deed_locks (deed, holder, until) VALUES ($1, $2, now() + interval '5 minutes')
ON CONFLICT (deed) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE deed_locks.until < now()`

type Office struct {
	pool *pgxpool.Pool
	etcd *clientv3.Client
}

func (o *Office) Lock(ctx context.Context, deed, clerk string) (bool, error) {
	tag, err := o.pool.Exec(ctx, claim, deed, clerk)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() == 1, nil
}

// Unlock looks first and deletes then.
func (o *Office) Unlock(ctx context.Context, deed, clerk string) error {
	var holder string
	if err := o.pool.QueryRow(ctx, "SELECT holder FROM deed_locks WHERE deed = $1", deed).Scan(&holder); err != nil {
		return err
	}
	if holder != clerk {
		return errors.New("another clerk holds the deed")
	}
	_, err := o.pool.Exec(ctx, "DELETE FROM deed_locks WHERE deed = $1", deed) // want plaindel
	return err
}

// Yield compares in the statement.
func (o *Office) Yield(ctx context.Context, deed, clerk string) error {
	tag, err := o.pool.Exec(ctx, "DELETE FROM deed_locks WHERE deed = $1 AND holder = $2", deed, clerk) // ok: compares
	if err == nil && tag.RowsAffected() == 0 {
		err = errors.New("another clerk holds the deed")
	}
	return err
}

// Retire compares under a row lock.
func (o *Office) Retire(ctx context.Context, deed, clerk string) error {
	return pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		var holder string
		if err := tx.QueryRow(ctx, "SELECT holder FROM deed_locks WHERE deed = $1 FOR UPDATE", deed).Scan(&holder); err != nil {
			return err
		}
		if holder != clerk {
			return nil
		}
		_, err := tx.Exec(ctx, "DELETE FROM deed_locks WHERE deed = $1", deed) // ok: the row is locked
		return err
	})
}

func key(deed string) string { return "/deeds/lock/" + deed }

// Seal takes a deed's key under a lease of the caller.
func (o *Office) Seal(ctx context.Context, deed, clerk string, lease clientv3.LeaseID) (bool, error) {
	resp, err := o.etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key(deed)), "=", 0)).Then(clientv3.OpPut(key(deed), clerk, clientv3.WithLease(lease))).Commit()
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}

// Break gives a deed's key back.
func (o *Office) Break(ctx context.Context, deed, clerk string) error {
	got, err := o.etcd.Get(ctx, key(deed))
	if err != nil {
		return err
	}
	if len(got.Kvs) == 1 && string(got.Kvs[0].Value) == clerk {
		_, err = o.etcd.Delete(ctx, key(deed)) // want plaindel
	}
	return err
}

// Undo gives a deed's key back in one step.
func (o *Office) Undo(ctx context.Context, deed, clerk string) error {
	mine := clientv3.Compare(clientv3.Value(key(deed)), "=", clerk)
	resp, err := o.etcd.Txn(ctx).If(mine).Then(clientv3.OpDelete(key(deed))).Commit() // ok: a transaction
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("not ours")
	}
	return nil
}
