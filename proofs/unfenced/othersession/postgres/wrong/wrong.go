// Package wrong holds the lock on one connection and writes through another.
package wrong

import (
	"context"
	"database/sql"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "account:7"
	account = "7"
)

// Run notes that n more were sold.
func Run(ctx context.Context, db *sql.DB, n int) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtext($1))", key).Scan(&got); err != nil {
		return err
	}
	if !got {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtext($1))", key)
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = $1", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.ExecContext(ctx, "UPDATE accounts SET sold = $1 WHERE id = $2", sold+n, account) // want unfenced/other-session
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
