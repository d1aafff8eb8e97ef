// Package tables locks a table in the transaction that writes to it.
package tables

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Exclusive keeps the other writers out.
func Exclusive(ctx context.Context, db *sql.DB, rs *redsync.Redsync) error {
	mu := rs.NewMutex("exclusive", redsync.WithExpiry(5*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "LOCK TABLE seq IN EXCLUSIVE MODE"); err != nil {
		return err
	}
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT n FROM seq").Scan(&n); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE seq SET n = $1", n+1); err != nil { // ok: nobody else writes to the table
		return err
	}
	return tx.Commit()
}

// Shared has a mode that lets other writers in.
func Shared(ctx context.Context, db *sql.DB, rs *redsync.Redsync) error {
	mu := rs.NewMutex("shared", redsync.WithExpiry(5*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "LOCK TABLE rows IN ROW EXCLUSIVE MODE"); err != nil {
		return err
	}
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT n FROM rows").Scan(&n); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE rows SET n = $1", n+1); err != nil { // want unfenced
		return err
	}
	return tx.Commit()
}
