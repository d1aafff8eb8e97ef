// Package poplars keeps the last state of each tree in a bucket, by a helper for all stores.
package poplars

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// Tree is a tree.
type Tree struct {
	Name   string
	Metres float64
}

// Store stores.
type Store interface {
	Load(ctx context.Context, name string) (*Tree, error)
	Save(ctx context.Context, t *Tree) error
}

type bucket struct{ kv jetstream.KeyValue }

func (b *bucket) Load(ctx context.Context, name string) (*Tree, error) {
	e, err := b.kv.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	t := &Tree{Name: name}
	return t, json.Unmarshal(e.Value(), t)
}

func (b *bucket) Save(ctx context.Context, t *Tree) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	_, err = b.kv.Put(ctx, t.Name, text) // maybe unfenced
	return err
}

// Grower measures.
type Grower struct {
	locks *redislock.Client
	store Store
}

// New returns a grower.
func New(locks *redislock.Client, kv jetstream.KeyValue) *Grower {
	return &Grower{locks: locks, store: &bucket{kv}}
}

// Grow adds to the trees of a row.
func (g *Grower) Grow(ctx context.Context, row string, names []string, by float64) (err error) {
	l, err := g.locks.Obtain(ctx, "row:"+row, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	eg, ctx := errgroup.WithContext(ctx)
	for _, n := range names {
		eg.Go(func() error {
			t, err := g.store.Load(ctx, n)
			if err != nil {
				return err
			}
			t.Metres += by
			return g.store.Save(ctx, t) // want unfenced
		})
	}
	return eg.Wait()
}
