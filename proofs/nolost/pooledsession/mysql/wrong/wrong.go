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
	var got sql.NullBool
	if err := db.QueryRowContext(ctx, "SELECT GET_LOCK(?, 0)", key).Scan(&got); err != nil { // want nolost/pooled-session
		return err
	}
	if !got.Bool {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", key)
	return work(ctx)
}
