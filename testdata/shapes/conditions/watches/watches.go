// Package watches changes data under WATCH: what was read decides whether the
// write applies.
package watches

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type Shelf struct {
	rdb *redis.Client
	rs  *redsync.Redsync
}

var errShort = errors.New("too few")

// Take gives the store's refusal to its caller.
func (s *Shelf) Take(ctx context.Context, item string, n int) error {
	m := s.rs.NewMutex("shelf:"+item, redsync.WithExpiry(8*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	key := "stock:" + item
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if have < n {
			return errShort
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, have-n, 0) // ok: refused if the key changed
			return nil
		})
		return err
	}, key)
}

// Put runs the queue of a transaction itself.
func (s *Shelf) Put(ctx context.Context, item string, n int) error {
	m := s.rs.NewMutex("shelf:"+item, redsync.WithExpiry(8*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	key := "stock:" + item
	err := s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		p := tx.TxPipeline()
		p.Set(ctx, key, have+n, 0) // ok: refused if the key changed
		_, err = p.Exec(ctx)
		return err
	}, key)
	if err != nil {
		return err
	}
	return nil
}

// Count watches, and writes outside of the transaction.
func (s *Shelf) Count(ctx context.Context, item string, n int) error {
	m := s.rs.NewMutex("shelf:"+item, redsync.WithExpiry(8*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	key := "stock:" + item
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		return tx.Set(ctx, key, have+n, 0).Err() // want unfenced
	}, key)
}
