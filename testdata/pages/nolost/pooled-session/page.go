// Package page holds the code of the page of nolost, category pooled-session.
package page

import (
	"context"
	"database/sql"
)

func wrong(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	// WRONG: lock and unlock may get different connections
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(42)"); err != nil { // want nolost
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(42)") // maybe nolost plaindel
	return work(ctx)
}

func right(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	// RIGHT: one connection for both
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(42)"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(42)")
	return work(ctx)
}
