// Package dbx wraps the database.
package dbx

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

// DB logs slow statements.
type DB struct{ *sql.DB }

// Exec runs a statement and returns how many rows it changed.
func (d *DB) Exec(ctx context.Context, q string, args ...any) (int64, error) {
	defer func(t time.Time) { slog.DebugContext(ctx, q, "took", time.Since(t)) }(time.Now())
	res, err := d.ExecContext(ctx, q, args...) // maybe plaindel // maybe unfenced // maybe nolost
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Int reads one number.
func (d *DB) Int(ctx context.Context, q string, args ...any) (n int, err error) {
	err = d.QueryRowContext(ctx, q, args...).Scan(&n)
	return n, err
}
