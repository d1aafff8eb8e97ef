// Package rows claims rows for others.
package rows

import (
	"context"
	"database/sql"
	"errors"
)

var ErrTaken = errors.New("somebody else has it")

// Claim fails if the crate is not free.
func Claim(ctx context.Context, db *sql.DB, id int64) error {
	res, err := db.ExecContext(ctx, `UPDATE crates SET state = 'packing' WHERE id = $1 AND state = 'free'`, id)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrTaken
	}
	return nil
}

// Touch claims, too, but says nothing of a refusal.
func Touch(ctx context.Context, db *sql.DB, id int64) error {
	res, err := db.ExecContext(ctx, `UPDATE crates SET state = 'packing' WHERE id = $1 AND state = 'free'`, id)
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		refused++
	}
	return nil
}

var refused int
