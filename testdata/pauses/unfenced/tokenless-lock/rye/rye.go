// Package rye bakes with a serializable transaction under a lock that only saves work.
package rye

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Baker bakes.
type Baker struct {
	rs   *redsync.Redsync
	pool *pgxpool.Pool
}

// Bake counts the loaves that were baked.
func (b *Baker) Bake(ctx context.Context, shop string, loaves int) error {
	mu := b.rs.NewMutex("rye:"+shop, redsync.WithExpiry(8*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return pgx.BeginTxFunc(ctx, b.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
		var have int
		if err := tx.QueryRow(ctx, "SELECT loaves FROM shops WHERE name = $1", shop).Scan(&have); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE shops SET loaves = $1 WHERE name = $2", have+loaves, shop)
		return err
	})
}
