// Package consul shows your lock in Consul, done carefully.
//
// Lock answers a channel that is closed when the lock is lost, and nil without an
// error when it was stopped: both have to be looked at. A write in Consul's store
// goes by CAS with the index that was read.
package consul

import (
	"context"
	"errors"

	"github.com/hashicorp/consul/api"
)

var (
	// ErrStopped says that the wait for the lock was stopped.
	ErrStopped = errors.New("stopped before the lock was taken")
	// ErrStale says that somebody has written since the read.
	ErrStale = errors.New("somebody else has written since")
)

// Append adds to the value of a key.
func Append(ctx context.Context, client *api.Client, key string, more []byte) error {
	lock, err := client.LockKey("locks/" + key)
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return ErrStopped
	}
	defer lock.Unlock()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-lost:
			cancel()
		case <-ctx.Done():
		}
	}()

	pair, _, err := client.KV().Get(key, (&api.QueryOptions{}).WithContext(ctx))
	if err != nil {
		return err
	}
	if pair == nil {
		pair = &api.KVPair{Key: key} // index 0: only if it is not there
	}
	pair.Value = append(pair.Value, more...)
	ok, _, err := client.KV().CAS(pair, (&api.WriteOptions{}).WithContext(ctx))
	if err != nil {
		return err
	}
	if !ok {
		return ErrStale
	}
	return nil
}
