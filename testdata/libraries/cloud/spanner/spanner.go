// Package spanner trades shares.
package spanner

import (
	"context"
	"time"

	"cloud.google.com/go/spanner"
	"github.com/bsm/redislock"
)

type Exchange struct {
	db    *spanner.Client
	locks *redislock.Client
}

// Trade applies blindly what it read.
func (x *Exchange) Trade(ctx context.Context, share string) error {
	l, err := x.locks.Obtain(ctx, "share:"+share, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	row, err := x.db.Single().ReadRow(ctx, "shares", spanner.Key{share}, []string{"price"})
	if err != nil {
		return err
	}
	var price int64
	if err := row.Columns(&price); err != nil {
		return err
	}
	_, err = x.db.Apply(ctx, []*spanner.Mutation{spanner.Update("shares", []string{"id", "price"}, []any{share, price + 1})}) // want unfenced
	return err
}

// Settle reads and writes in one transaction, which is serializable.
func (x *Exchange) Settle(ctx context.Context, share string) error {
	l, err := x.locks.Obtain(ctx, "share:"+share, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = x.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		row, err := tx.ReadRow(ctx, "shares", spanner.Key{share}, []string{"price"})
		if err != nil {
			return err
		}
		var price int64
		if err := row.Columns(&price); err != nil {
			return err
		}
		return tx.BufferWrite([]*spanner.Mutation{spanner.Update("shares", []string{"id", "price"}, []any{share, price - 1})}) // ok unfenced: one transaction
	})
	return err
}
