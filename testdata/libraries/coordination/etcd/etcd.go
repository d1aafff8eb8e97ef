// Package etcd keeps wells with leases and transactions of its own.
package etcd

import (
	"context"
	"database/sql"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
)

type Wells struct {
	cli *clientv3.Client
	db  *sql.DB
}

var errDry = errors.New("somebody draws from it")

// Draw puts a key without a lease: it stays when the process dies.
func (w *Wells) Draw(ctx context.Context, well, me string, draw func() error) error {
	key := "/locks/well/" + well
	resp, err := w.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, me)). // without a lease
		Commit()                       // want setnxexpire
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errDry
	}
	defer w.cli.Delete(context.WithoutCancel(ctx), key) // want plaindel
	return draw()
}

// Fill keeps the lease alive, and reads nothing of the answers: on a dead lease
// the channel is closed and the error nil.
func (w *Wells) Fill(ctx context.Context, well, me string) error {
	lease, err := w.cli.Grant(ctx, 30)
	if err != nil {
		return err
	}
	defer w.cli.Revoke(context.WithoutCancel(ctx), lease.ID)
	key := "/locks/fill/" + well
	resp, err := w.cli.Txn(ctx).If(clientv3.Compare(clientv3.Version(key), "=", 0)).Then(clientv3.OpPut(key, me, clientv3.WithLease(lease.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errDry
	}
	if _, err := w.cli.KeepAlive(ctx, lease.ID); err != nil { // want nolost
		return err
	}
	var level int
	if err := w.db.QueryRowContext(ctx, "SELECT level FROM wells WHERE id = $1", well).Scan(&level); err != nil {
		return err
	}
	_, err = w.db.ExecContext(ctx, "UPDATE wells SET level = $1 WHERE id = $2", level+1, well) // want unfenced
	return err
}

// Drain does it right: a lease, a watch, a compare.
func (w *Wells) Drain(ctx context.Context, well, me string) error {
	lease, err := w.cli.Grant(ctx, 30)
	if err != nil {
		return err
	}
	defer w.cli.Revoke(context.WithoutCancel(ctx), lease.ID)
	key := "/locks/drain/" + well
	resp, err := w.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, me, clientv3.WithLease(lease.ID))).
		Commit() // ok setnxexpire: bound to a lease
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errDry
	}
	rev := resp.Header.Revision
	defer w.cli.Txn(context.WithoutCancel(ctx)).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", rev)).
		Then(clientv3.OpDelete(key)).
		Commit() // ok plaindel: only its own key
	alive, err := w.cli.KeepAlive(ctx, lease.ID) // ok nolost: the closed channel ends the work
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for range alive {
		}
		stop()
	}()
	done, err := w.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", rev)).Then(clientv3.OpPut("/wells/"+well, "dry")).Commit() // ok unfenced: only for the owner
	if err != nil {
		return err
	}
	if !done.Succeeded {
		return errDry
	}
	return nil
}
