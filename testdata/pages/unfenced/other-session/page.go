// Package page holds the code of the page of unfenced, category other-session.
package page

import (
	"context"
	"database/sql"
)

func wrong(ctx context.Context, db *sql.DB, id, n int) error {
	// WRONG
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id) // want unfenced
	return err
}

func right(ctx context.Context, db *sql.DB, id, n int) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	// RIGHT: on the connection that holds the lock
	_, err = conn.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
	return err
}
