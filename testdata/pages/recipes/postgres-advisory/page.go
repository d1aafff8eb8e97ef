// Package page shows an advisory lock of Postgres, done carefully, poolers and all.
//
// A session's lock belongs to a connection. Taken through a pool, the unlock may
// go to another connection and unlock nothing. So take one connection, and do
// lock, work and unlock on it. The lock of a transaction (pg_advisory_xact_lock)
// ends with its transaction, which rolls the writes back with it: where it
// suffices it is the better one.
//
// A pooler in transaction mode (PgBouncer's pool_mode = transaction) gives each
// transaction another connection of the server: a session's lock is then
// taken and left somewhere. Only the transaction's lock works behind one.
package page

import (
	"context"
	"database/sql"
)

// InTransaction does the work in a transaction that holds the lock.
func InTransaction(ctx context.Context, db *sql.DB, account string, n int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", account); err != nil {
		return err
	}
	var balance int
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", balance-n, account); err != nil {
		return err
	}
	return tx.Commit()
}

// OnConnection does the work on the connection that holds the lock. If the
// connection breaks, the lock is gone, and so is the way to the data.
func OnConnection(ctx context.Context, db *sql.DB, account string, n int) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1))", account); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtext($1))", account)
	var balance int
	if err := conn.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", account).Scan(&balance); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", balance-n, account)
	return err
}

// OnPool is wrong: three calls, and perhaps three connections.
func OnPool(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(42)"); err != nil { // want nolost
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(42)")
	return work(ctx)
}
