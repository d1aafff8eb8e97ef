// Package versions changes rows of data in loops, some of them by their version: no
// row is a lock.
package versions

import (
	"context"
	"database/sql"
	"errors"
)

var errBusy = errors.New("versions: too many others")

// Twice writes rows one way and the other.
func Twice(ctx context.Context, db *sql.DB, id string, amount int) error {
	for range 2 {
		var balance, version int
		if err := db.QueryRowContext(ctx, "SELECT balance, version FROM accounts WHERE id = $1", id).Scan(&balance, &version); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", amount, id); err != nil { // ok: no lock
			return err
		}
		if _, err := db.ExecContext(ctx, "UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3", balance-1, id, version); err != nil { // ok: no lock
			return err
		}
	}
	return nil
}

// Retry tries until its version is the row's.
func Retry(ctx context.Context, db *sql.DB, id string) error {
	for range 5 {
		var n, version int
		if err := db.QueryRowContext(ctx, "SELECT n, version FROM counters WHERE id = $1", id).Scan(&n, &version); err != nil {
			return err
		}
		res, err := db.ExecContext(ctx, "UPDATE counters SET n = $1, version = version + 1 WHERE id = $2 AND version = $3", n+1, id, version) // ok: no lock
		if err != nil {
			return err
		}
		if done, err := res.RowsAffected(); err != nil || done == 1 {
			return err
		}
	}
	return errBusy
}

// Blind drops what the statements answer.
func Blind(ctx context.Context, db *sql.DB, key string, amount int) error {
	for range 2 {
		var balance, version int
		if err := db.QueryRowContext(ctx, "SELECT balance, version FROM purses WHERE id = $1", key).Scan(&balance, &version); err != nil {
			return err
		}
		db.ExecContext(ctx, "UPDATE purses SET balance = $1 WHERE id = $2", amount, key)                                                     // ok: no lock
		db.ExecContext(ctx, "UPDATE purses SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3", balance-1, key, version) // ok: no lock
	}
	return nil
}
