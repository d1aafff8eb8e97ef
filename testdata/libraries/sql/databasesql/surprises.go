package databasesql

import (
	"context"
	"database/sql"
)

// Oar does not read the answer of the lock: false is no error.
func (r *Rental) Oar(ctx context.Context, boat int64, work func() error) error {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_try_advisory_lock($1)", boat); err != nil { // want nolost
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", boat)
	return work()
}

// Mast does not read the return code of sp_getapplock, which does not wait: -1
// is no error.
func (r *Rental) Mast(ctx context.Context, boat string, work func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "EXEC sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockTimeout = 0", boat); err != nil { // want nolost
		return err
	}
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Deck locks a row outside a transaction: the lock ends with the statement, and
// no rule takes it for one.
func (r *Rental) Deck(ctx context.Context, boat int64) error {
	var planks int
	if err := r.db.QueryRowContext(ctx, "SELECT planks FROM boats WHERE id = $1 FOR UPDATE", boat).Scan(&planks); err != nil { // ok nolost: locks nothing beyond the statement
		return err
	}
	_, err := r.db.ExecContext(ctx, "UPDATE boats SET planks = $1 WHERE id = $2", planks+1, boat)
	return err
}

// Hull locks a row in a transaction, which the write is part of.
func (r *Rental) Hull(ctx context.Context, boat int64) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var planks int
	if err := tx.QueryRowContext(ctx, "SELECT planks FROM boats WHERE id = $1 FOR UPDATE", boat).Scan(&planks); err != nil { // ok nolost: ends with the transaction
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE boats SET planks = $1 WHERE id = $2", planks+1, boat); err != nil { // ok unfenced: in the transaction that holds the row
		return err
	}
	return tx.Commit()
}
