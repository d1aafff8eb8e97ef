// Package estates values estates in a transaction of the connection that holds
// the lock.
package estates

import (
	"context"
	"database/sql"
	"errors"
)

// Valuer values estates.
type Valuer struct{ pool *sql.DB }

// Value stores a value of an estate.
func (v *Valuer) Value(ctx context.Context, estate string, value int64) (err error) {
	conn, err := v.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 10)", "estate/"+estate).Scan(&got); err != nil {
		return err
	}
	if !got.Valid || got.Int64 != 1 {
		return errors.New("estates: locked")
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", "estate/"+estate)

	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var old int64
	if err := tx.QueryRowContext(ctx, "SELECT value FROM estates WHERE id = ?", estate).Scan(&old); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE estates SET value = ?, changed_by = ? WHERE id = ?", value, value-old, estate); err != nil {
		return err
	}
	return tx.Commit()
}
