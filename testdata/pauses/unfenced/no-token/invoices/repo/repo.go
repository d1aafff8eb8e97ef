// Package repo keeps invoices.
package repo

import (
	"context"
	"database/sql"
	"errors"

	"example.test/pauses/unfenced/no-token/invoices/fence"
)

// ErrFenced says that a later holder was here.
var ErrFenced = errors.New("repo: fenced off")

// Repo is the table of invoices.
type Repo struct{ db *sql.DB }

// Last is the last number of a series.
func (r *Repo) Last(ctx context.Context, series string) (n int64, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT last FROM series WHERE name = $1`, series).Scan(&n)
	return n, err
}

// SetNumber writes a number, unless somebody with a later token did.
func (r *Repo) SetNumber(ctx context.Context, series string, invoice, number int64) error {
	res, err := r.db.ExecContext(ctx, `
		UPDATE series SET last = $1, invoice = $2, fence = $3
		WHERE name = $4 AND fence <= $3`, number, invoice, fence.From(ctx), series)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil {
		return err
	} else if rows == 0 {
		return ErrFenced
	}
	return nil
}
