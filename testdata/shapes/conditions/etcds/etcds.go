// Package etcds writes to etcd under a lock that gives no token.
package etcds

import (
	"context"
	"errors"
	"strconv"

	"github.com/go-redsync/redsync/v4"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errConflict = errors.New("etcds: somebody else wrote")

func RevisionRight(ctx context.Context, d *clientv3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("revisionright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	key := "maps/" + strconv.Itoa(id)
	got, err := d.Get(ctx, key)
	if err != nil || len(got.Kvs) == 0 {
		return err
	}
	next := string(got.Kvs[0].Value) + strconv.Itoa(n)
	resp, err := d.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(key), "=", got.Kvs[0].ModRevision)).Then(clientv3.OpPut(key, next)).Commit() // ok: the store decides
	if err == nil && !resp.Succeeded {
		err = errConflict
	}
	return err
}

func BareWrong(ctx context.Context, d *clientv3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("barewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	key := "maps/" + strconv.Itoa(id)
	got, err := d.Get(ctx, key)
	if err != nil || len(got.Kvs) == 0 {
		return err
	}
	next := string(got.Kvs[0].Value) + strconv.Itoa(n)
	_, err = d.Txn(ctx).Then(clientv3.OpPut(key, next)).Commit() // want unfenced
	return err
}

func PutWrong(ctx context.Context, d *clientv3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("putwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	key := "maps/" + strconv.Itoa(id)
	got, err := d.Get(ctx, key)
	if err != nil || len(got.Kvs) == 0 {
		return err
	}
	next := string(got.Kvs[0].Value) + strconv.Itoa(n)
	_, err = d.Put(ctx, key, next) // want unfenced
	return err
}

func Unread(ctx context.Context, d *clientv3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("unread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	key := "maps/" + strconv.Itoa(id)
	got, err := d.Get(ctx, key)
	if err != nil || len(got.Kvs) == 0 {
		return err
	}
	next := string(got.Kvs[0].Value) + strconv.Itoa(n)
	_, err = d.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(key), "=", got.Kvs[0].ModRevision)).Then(clientv3.OpPut(key, next)).Commit() // want unfenced
	return err
}

func ValueRight(ctx context.Context, d *clientv3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("valueright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	key := "maps/" + strconv.Itoa(id)
	got, err := d.Get(ctx, key)
	if err != nil || len(got.Kvs) == 0 {
		return err
	}
	next := string(got.Kvs[0].Value) + strconv.Itoa(n)
	cmps := []clientv3.Cmp{clientv3.Compare(clientv3.Value(key), "=", string(got.Kvs[0].Value))}
	resp, err := d.Txn(ctx).If(cmps...).Then(clientv3.OpPut(key, next)).Commit() // ok: the store decides
	if err == nil && !resp.Succeeded {
		err = errConflict
	}
	return err
}
