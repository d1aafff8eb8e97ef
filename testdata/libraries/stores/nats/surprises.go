package nats

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

// Moor prolongs with Update, which sends no TTL: the key then lives for ever.
func (b *Buoys) Moor(ctx context.Context, buoy string, steps []func() error) error {
	me := []byte(uuid.NewString())
	rev, err := b.kv.Create(ctx, "moor-lock."+buoy, me, jetstream.KeyTTL(time.Minute)) // maybe setnxexpire
	if err != nil {
		return err
	}
	for _, step := range steps {
		if rev, err = b.kv.Update(ctx, "moor-lock."+buoy, me, rev); err != nil { // want setnxexpire
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return b.kv.Delete(context.WithoutCancel(ctx), "moor-lock."+buoy, jetstream.LastRevision(rev)) // ok plaindel: its own revision
}
