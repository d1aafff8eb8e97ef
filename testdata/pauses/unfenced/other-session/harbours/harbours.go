// Package harbours assigns berths in a transaction that holds the lock itself.
package harbours

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Harbour assigns berths.
type Harbour struct{ pool *pgxpool.Pool }

// Assign assigns a berth to a ship.
func (h *Harbour) Assign(ctx context.Context, berth int64, ship string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, berth); err != nil {
			return err
		}
		var there *string
		if err := tx.QueryRow(ctx, `SELECT ship FROM berths WHERE id = $1`, berth).Scan(&there); err != nil {
			return err
		}
		if there != nil {
			return errors.New("harbours: berth is taken by " + *there)
		}
		_, err := tx.Exec(ctx, `UPDATE berths SET ship = $1 WHERE id = $2`, ship, berth)
		return err
	})
}
