// Package right takes a lock that ends with its transaction, for which the pooler
// keeps a session.
package right

import (
	"context"
	"database/sql"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const key = "job:7"

// Run does work under the lock.
func Run(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var got bool
	if err := tx.QueryRowContext(ctx, "SELECT pg_try_advisory_xact_lock(hashtext($1))", key).Scan(&got); err != nil {
		return err
	}
	if !got {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	if err := work(ctx); err != nil {
		return err
	}
	return tx.Commit()
}
