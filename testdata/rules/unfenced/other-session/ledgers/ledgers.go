// Package ledgers posts to ledgers under an advisory lock.
package ledgers

import (
	"context"
	"database/sql"
)

type Books struct{ db *sql.DB }

// Post locks on one connection and writes through the pool.
func (b *Books) Post(ctx context.Context, ledger, cents int64) error {
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", ledger); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", ledger)
	var sum int64
	if err := conn.QueryRowContext(ctx, "SELECT sum FROM ledgers WHERE id = $1", ledger).Scan(&sum); err != nil {
		return err
	}
	_, err = b.db.ExecContext(ctx, "UPDATE ledgers SET sum = $1 WHERE id = $2", sum+cents, ledger) // want unfenced
	return err
}

// Close locks in a transaction and writes outside of it.
func (b *Books) Close(ctx context.Context, ledger int64) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", ledger); err != nil {
		return err
	}
	var open bool
	if err := tx.QueryRowContext(ctx, "SELECT open FROM ledgers WHERE id = $1", ledger).Scan(&open); err != nil || !open {
		return err
	}
	if _, err := b.db.ExecContext(ctx, "UPDATE ledgers SET open = false WHERE id = $1", ledger); err != nil { // want unfenced
		return err
	}
	return tx.Commit()
}

// Correct uses the connection that holds the lock.
func (b *Books) Correct(ctx context.Context, ledger, cents int64) error {
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", ledger); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", ledger)
	var sum int64
	if err := conn.QueryRowContext(ctx, "SELECT sum FROM ledgers WHERE id = $1", ledger).Scan(&sum); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "UPDATE ledgers SET sum = $1 WHERE id = $2", sum-cents, ledger) // ok: the lock's connection
	return err
}

// Open uses the transaction that holds the lock.
func (b *Books) Open(ctx context.Context, ledger int64) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", ledger); err != nil {
		return err
	}
	if err := reopen(ctx, tx, ledger); err != nil {
		return err
	}
	return tx.Commit()
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func reopen(ctx context.Context, x execer, ledger int64) error {
	_, err := x.ExecContext(ctx, "UPDATE ledgers SET open = true WHERE id = $1", ledger) // ok: the lock's transaction
	return err
}
