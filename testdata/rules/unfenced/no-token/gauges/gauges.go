// Package gauges keeps water levels in etcd.
package gauges

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errLost = errors.New("gauge lock is lost")

type Board struct {
	cli *clientv3.Client
	s   *concurrency.Session
	db  *sql.DB
}

// follow returns a context that ends with the session.
func (b *Board) follow(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-b.s.Done():
			cancel(errLost)
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// Raise adds to a level.
func (b *Board) Raise(ctx context.Context, gauge string, by int) error {
	ctx, cancel := b.follow(ctx)
	defer cancel(nil)
	mu := concurrency.NewMutex(b.s, "/gauges/lock/"+gauge)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	got, err := b.cli.Get(ctx, "/gauges/"+gauge)
	if err != nil {
		return err
	}
	level := 0
	if len(got.Kvs) > 0 {
		if level, err = strconv.Atoi(string(got.Kvs[0].Value)); err != nil {
			return err
		}
	}
	_, err = b.cli.Put(ctx, "/gauges/"+gauge, strconv.Itoa(level+by)) // want unfenced
	return err
}

// Average stores an average that it computes from what is stored.
func (b *Board) Average(ctx context.Context, gauge string, sample float64) error {
	ctx, cancel := b.follow(ctx)
	defer cancel(nil)
	e := concurrency.NewElection(b.s, "/gauges/averager")
	if err := e.Campaign(ctx, gauge); err != nil {
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	var avg float64
	if err := b.db.QueryRowContext(ctx, "SELECT avg FROM gauges WHERE name = $1", gauge).Scan(&avg); err != nil {
		return err
	}
	avg = avg*0.9 + sample*0.1
	_, err := b.db.ExecContext(ctx, "UPDATE gauges SET avg = $1 WHERE name = $2", avg, gauge) // want unfenced
	return err
}

// Lower takes from a level, in a transaction that asks for the lock.
func (b *Board) Lower(ctx context.Context, gauge string, to int) error {
	ctx, cancel := b.follow(ctx)
	defer cancel(nil)
	mu := concurrency.NewMutex(b.s, "/gauges/lock/"+gauge)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	put := clientv3.OpPut("/gauges/"+gauge, strconv.Itoa(to))
	resp, err := b.cli.Txn(ctx).If(mu.IsOwner()).Then(put).Commit() // ok: asks for the lock
	switch {
	case err != nil:
		return err
	case !resp.Succeeded:
		return errLost
	}
	return nil
}

// Reset is fenced by the revision of the lock.
func (b *Board) Reset(ctx context.Context, gauge string) error {
	ctx, cancel := b.follow(ctx)
	defer cancel(nil)
	mu := concurrency.NewMutex(b.s, "/gauges/reset/"+gauge)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	rev := mu.Header().Revision
	res, err := b.db.ExecContext(ctx, "UPDATE gauges SET avg = 0, fence = $1 WHERE name = $2 AND fence < $1", rev, gauge) // ok: carries the revision
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errLost, err)
	}
	return nil
}

// Adjust compares the revision of what it read.
func (b *Board) Adjust(ctx context.Context, gauge string, f func(string) string) error {
	ctx, cancel := b.follow(ctx)
	defer cancel(nil)
	mu := concurrency.NewMutex(b.s, "/gauges/adjust/"+gauge)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	key := "/gauges/" + gauge
	got, err := b.cli.Get(ctx, key)
	if err != nil {
		return err
	}
	if len(got.Kvs) == 0 {
		return nil
	}
	same := clientv3.Compare(clientv3.ModRevision(key), "=", got.Kvs[0].ModRevision)
	resp, err := b.cli.Txn(ctx).If(same).Then(clientv3.OpPut(key, f(string(got.Kvs[0].Value)))).Commit() // ok: compare and set
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errLost
	}
	return nil
}
