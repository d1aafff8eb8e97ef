// Package nats steers buoys with JetStream's key-value store.
package nats

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

type Buoys struct{ kv jetstream.KeyValue }

// Steer takes a TTL in nanoseconds, and deletes whatever is there.
func (b *Buoys) Steer(ctx context.Context, buoy string, steer func() error) error {
	if _, err := b.kv.Create(ctx, "lock."+buoy, []byte(uuid.NewString()), jetstream.KeyTTL(30)); err != nil { // want setnxexpire
		return err
	}
	defer b.kv.Delete(context.WithoutCancel(ctx), "lock."+buoy) // want plaindel
	return steer()
}

// Anchor leaves the expiry to the bucket, which may have one for all its keys.
func (b *Buoys) Anchor(ctx context.Context, buoy string, drop func() error) error {
	rev, err := b.kv.Create(ctx, "anchor-lock."+buoy, []byte(uuid.NewString())) // ok setnxexpire: the bucket's TTL
	if err != nil {
		return err
	}
	defer b.kv.Delete(context.WithoutCancel(ctx), "anchor-lock."+buoy, jetstream.LastRevision(rev))
	return drop()
}

// Tow expires, deletes its own revision, and updates what it read.
func (b *Buoys) Tow(ctx context.Context, buoy string) error {
	rev, err := b.kv.Create(ctx, "tow-lock."+buoy, []byte(uuid.NewString()), jetstream.KeyTTL(time.Minute)) // ok setnxexpire: with a TTL. ok nolost: held by another is an error
	if err != nil {
		return err
	}
	defer b.kv.Delete(context.WithoutCancel(ctx), "tow-lock."+buoy, jetstream.LastRevision(rev)) // ok plaindel: its own revision
	old, err := b.kv.Get(ctx, "place."+buoy)
	if err != nil {
		return err
	}
	_, err = b.kv.Update(ctx, "place."+buoy, []byte("harbour"), old.Revision()) // ok unfenced: by revision
	return err
}

// Paint does not look whether it got the lock, and puts what it read.
func (b *Buoys) Paint(ctx context.Context, buoy string) error {
	rev, _ := b.kv.Create(ctx, "paint-lock."+buoy, []byte(uuid.NewString()), jetstream.KeyTTL(time.Minute)) // want nolost
	defer b.kv.Delete(context.WithoutCancel(ctx), "paint-lock."+buoy, jetstream.LastRevision(rev))
	old, err := b.kv.Get(ctx, "colour."+buoy)
	if err != nil {
		return err
	}
	_, err = b.kv.Put(ctx, "colour."+buoy, append(old.Value(), '!')) // want unfenced
	return err
}

// Rename updates by the revision that it read, and does not look whether it did.
func (b *Buoys) Rename(ctx context.Context, buoy string) error {
	rev, err := b.kv.Create(ctx, "rename-lock."+buoy, []byte(uuid.NewString()), jetstream.KeyTTL(time.Minute))
	if err != nil {
		return err
	}
	defer b.kv.Delete(context.WithoutCancel(ctx), "rename-lock."+buoy, jetstream.LastRevision(rev))
	old, err := b.kv.Get(ctx, "name."+buoy)
	if err != nil {
		return err
	}
	_, _ = b.kv.Update(ctx, "name."+buoy, append(old.Value(), '!'), old.Revision()) // want unfenced
	return nil
}
