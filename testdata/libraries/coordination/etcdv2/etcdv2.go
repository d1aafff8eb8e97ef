// Package etcdv2 repairs roofs with etcd's old store.
package etcdv2

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"go.etcd.io/etcd/client/v2"
)

type Roofer struct {
	keys client.KeysAPI
	db   *sql.DB
}

var errLeaky = errors.New("another roofer was faster")

// Tile creates a key that never expires, and deletes whatever is there.
func (r *Roofer) Tile(ctx context.Context, roof, me string, tile func() error) error {
	if _, err := r.keys.Create(ctx, "/locks/roof/"+roof, me); err != nil { // want setnxexpire
		return err
	}
	defer r.keys.Delete(context.WithoutCancel(ctx), "/locks/roof/"+roof, nil) // want plaindel
	return tile()
}

// Thatch sets with PrevNoExist and a TTL, deletes its own value only, and lets
// the index decide.
func (r *Roofer) Thatch(ctx context.Context, roof, me string) error {
	key := "/locks/thatch/" + roof
	if _, err := r.keys.Set(ctx, key, me, &client.SetOptions{PrevExist: client.PrevNoExist, TTL: time.Minute}); err != nil { // ok setnxexpire: with a TTL. ok nolost: held by another is an error
		return err
	}
	defer r.keys.Delete(context.WithoutCancel(ctx), key, &client.DeleteOptions{PrevValue: me}) // ok plaindel: compares
	old, err := r.keys.Get(ctx, "/roofs/"+roof, nil)
	if err != nil {
		return err
	}
	_, err = r.keys.Set(ctx, "/roofs/"+roof, "thatched", &client.SetOptions{PrevIndex: old.Node.ModifiedIndex}) // ok unfenced: compare-and-swap
	return err
}

// Patch writes over what it read, and takes the lock for granted.
func (r *Roofer) Patch(ctx context.Context, roof, me string) error {
	key := "/locks/patch/" + roof
	r.keys.Set(ctx, key, me, &client.SetOptions{PrevExist: client.PrevNoExist, TTL: time.Minute}) // want nolost
	defer r.keys.Delete(context.WithoutCancel(ctx), key, &client.DeleteOptions{PrevValue: me})
	old, err := r.keys.Get(ctx, "/roofs/"+roof, nil)
	if err != nil {
		return err
	}
	_, err = r.keys.Set(ctx, "/roofs/"+roof, old.Node.Value+"+", nil) // want unfenced
	return err
}
