// Package quotas writes limits to Consul, guarded by the session of the lock.
package quotas

import (
	"errors"

	"github.com/hashicorp/consul/api"
)

// Keeper sets quotas.
type Keeper struct {
	kv      *api.KV
	txn     *api.Txn
	session string // renewed, and watched, by whoever made the keeper
}

// Set sets a tenant's quota in a transaction that checks the lock's session.
func (k *Keeper) Set(tenant string, limit []byte) error {
	lock := &api.KVPair{Key: "quotas/" + tenant + "/.lock", Session: k.session}
	ok, _, err := k.kv.Acquire(lock, nil)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("quotas: locked")
	}
	defer k.kv.Release(lock, nil)

	ok, _, _, err = k.txn.Txn(api.TxnOps{
		{KV: &api.KVTxnOp{Verb: api.KVCheckSession, Key: lock.Key, Session: k.session}},
		{KV: &api.KVTxnOp{Verb: api.KVSet, Key: "quotas/" + tenant + "/limit", Value: limit}},
	}, nil)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("quotas: lock lost")
	}
	return nil
}
