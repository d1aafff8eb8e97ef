// Package page holds the code of the page of unfenced, category rejection-ignored.
package page

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var errStale = errors.New("somebody else has written since")

func wrong(ctx context.Context, rs *redsync.Redsync, db *sql.DB, id string, balance, version int) error {
	mu := rs.NewMutex("account:"+id, redsync.WithExpiry(10*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	// WRONG
	_, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3`, balance, id, version) // want unfenced
	return err
}

func right(ctx context.Context, rs *redsync.Redsync, db *sql.DB, id string, balance, version int) error {
	mu := rs.NewMutex("account:"+id, redsync.WithExpiry(10*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	// RIGHT
	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3`, balance, id, version)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(errStale, err)
	}
	return nil
}
