// Package lyres has one transaction for its lock and its rows.
package lyres

import (
	"context"
	"database/sql"
	"fmt"
)

// in runs work in a transaction.
func in(ctx context.Context, db *sql.DB, work func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(tx); err != nil {
		if rerr := tx.Rollback(); rerr != nil {
			err = fmt.Errorf("%w (rollback: %v)", err, rerr)
		}
		return err
	}
	return tx.Commit()
}

// Tune tunes a lyre.
func Tune(ctx context.Context, db *sql.DB, id int64, pitch float64) error {
	return in(ctx, db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE lyres SET pitch = $1 WHERE id = $2", pitch, id)
		return err
	})
}
