// Package page holds the code of the page of unfenced, category tokenless-lock.
package page

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

var errStale = errors.New("somebody else has written since")

func wrong(ctx context.Context, locks *redislock.Client, db *sql.DB, id string, n int) error {
	// WRONG
	lock, err := locks.Obtain(ctx, "account:"+id, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	var balance int
	err = db.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", id).Scan(&balance)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", balance-n, id) // want unfenced
	return err
}

func right(ctx context.Context, locks *redislock.Client, db *sql.DB, id string, n int) error {
	lock, err := locks.Obtain(ctx, "account:"+id, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	// RIGHT: read the version, too, and write only over that version
	var balance, version int
	err = db.QueryRowContext(ctx, "SELECT balance, version FROM accounts WHERE id = $1", id).Scan(&balance, &version)
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1
		WHERE id = $2 AND version = $3`, balance-n, id, version)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(errStale, err)
	}
	return nil
}
