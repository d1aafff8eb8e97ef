// Package right frees the lock row if it is its own.
package right

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key = "job:7"
	ttl = 2 * time.Second
)

// Run does work under the lock.
func Run(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	owner, now := uuid.NewString(), time.Now()
	res, err := db.ExecContext(ctx, `UPDATE locks SET owner = ?, expires_at = ?
		WHERE name = ? AND (owner IS NULL OR expires_at < ?)`, owner, now.Add(ttl).UnixMilli(), key, now.UnixMilli())
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		pause.At(ctx, pause.Refused)
		return errors.Join(refusal.ErrHeld, err)
	}
	pause.At(ctx, pause.Acquired)
	defer db.ExecContext(context.WithoutCancel(ctx), "UPDATE locks SET owner = NULL WHERE name = ? AND owner = ?", key, owner)
	return work(ctx)
}
