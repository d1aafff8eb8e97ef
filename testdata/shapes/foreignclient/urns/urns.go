// Package urns fires urns; Consul stands in another package's struct.
package urns

import (
	"context"
	"errors"

	"example.test/shapes/foreignclient/urns/deps"
)

var errFiring, errBroken = errors.New("kiln is in use"), errors.New("kiln lock is lost")

// Kiln fires.
type Kiln struct{ d *deps.Deps }

// Fire drops the channel of the loss.
func (k *Kiln) Fire(ctx context.Context, urn string, fire func(context.Context) error) error {
	l, err := k.d.Consul.LockKey("urns/" + urn)
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // want nolost
	if err != nil {
		return err
	}
	if ch == nil {
		return errFiring
	}
	defer l.Unlock()
	return fire(ctx)
}

// Glaze ends with the channel of the loss.
func (k *Kiln) Glaze(ctx context.Context, urn string, glaze func(context.Context) error) error {
	l, err := k.d.Consul.LockKey("glaze/" + urn)
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // ok: its end cancels
	if err != nil {
		return err
	}
	if ch == nil {
		return errFiring
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-ch:
			cancel(errBroken)
		case <-ctx.Done():
		}
	}()
	return glaze(ctx)
}

// Cool drops a lock's key by its name.
func (k *Kiln) Cool(ctx context.Context, urn string) error {
	_, err := k.d.Etcd.Delete(ctx, deps.LockKey(urn)) // want plaindel
	return err
}

// Warm takes the key that Cool drops; its lease ends with it.
func (k *Kiln) Warm(ctx context.Context, urn string, warm func(context.Context) error) error {
	lease, ok, err := k.d.PutAbsent(ctx, deps.LockKey(urn), 30)
	if err != nil {
		return err
	}
	if !ok {
		return errFiring
	}
	defer k.d.Etcd.Revoke(context.WithoutCancel(ctx), lease) // ok: its own lease
	return warm(ctx)
}

// Shard deletes an urn.
func (k *Kiln) Shard(ctx context.Context, urn string) error {
	_, err := k.d.Etcd.Delete(ctx, "/urns/data/"+urn) // ok: data
	return err
}
