// Package wrong takes and frees its lock on any connections.
package wrong

import (
	"context"
	"database/sql"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const key = "job:7"

// Run does work under the lock.
func Run(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	var got bool
	if err := db.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtext($1))", key).Scan(&got); err != nil { // want nolost/pooled-session
		return err
	}
	if !got {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtext($1))", key)
	return work(ctx)
}
