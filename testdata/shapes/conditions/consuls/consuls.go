// Package consuls writes to Consul under a lock that gives no token.
package consuls

import (
	"context"
	"errors"
	"strconv"

	"github.com/go-redsync/redsync/v4"
	"github.com/hashicorp/consul/api"
)

var errConflict = errors.New("consuls: somebody else wrote")

func CASRight(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("casright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	ok, _, err := d.CAS(pair, nil) // ok: the store decides
	if err == nil && !ok {
		err = errConflict
	}
	return err
}

func PutWrong(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("putwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	_, err = d.Put(pair, nil) // want unfenced
	return err
}

func CASUnread(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("casunread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	_, _, err = d.CAS(pair, nil) // want unfenced
	return err
}

func TxnRight(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("txnright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	ok, _, _, err := d.Txn(api.KVTxnOps{{Verb: api.KVCAS, Key: pair.Key, Value: pair.Value, Index: pair.ModifyIndex}}, nil) // ok: the store decides
	if err == nil && !ok {
		err = errConflict
	}
	return err
}

func TxnWrong(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("txnwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	ok, _, _, err := d.Txn(api.KVTxnOps{{Verb: api.KVSet, Key: pair.Key, Value: pair.Value}}, nil) // want unfenced
	if err == nil && !ok {
		err = errConflict
	}
	return err
}

func TxnCheckRight(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("txncheckright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	ok, _, _, err := d.Txn(api.KVTxnOps{{Verb: api.KVCheckIndex, Key: pair.Key, Index: pair.ModifyIndex}, {Verb: api.KVSet, Key: pair.Key, Value: pair.Value}}, nil) // ok: the store decides
	if err == nil && !ok {
		err = errConflict
	}
	return err
}

func TxnAbsentRight(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("txnabsentright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	ok, _, _, err := d.Txn(api.KVTxnOps{{Verb: api.KVCheckNotExists, Key: pair.Key + "/closed"}, {Verb: api.KVSet, Key: pair.Key, Value: pair.Value}}, nil) // ok: the store decides
	if err == nil && !ok {
		err = errConflict
	}
	return err
}

func TxnUnread(ctx context.Context, d *api.KV, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("txnunread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	pair, _, err := d.Get("maps/"+strconv.Itoa(id), nil)
	if err != nil || pair == nil {
		return err
	}
	pair.Value = append(pair.Value, byte(n))
	_, _, _, err = d.Txn(api.KVTxnOps{{Verb: api.KVCAS, Key: pair.Key, Value: pair.Value, Index: pair.ModifyIndex}}, nil) // want unfenced
	return err
}
