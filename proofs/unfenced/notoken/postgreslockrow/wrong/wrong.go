// Package wrong has the token of a lock row, and writes without it.
package wrong

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	name    = "account:7"
	account = "7"
)

// acquire takes the lock if it is free by the database's clock.
func acquire(ctx context.Context, db *sql.DB, owner string) (token int64, err error) {
	err = db.QueryRowContext(ctx, `UPDATE leases SET owner = $1, token = token + 1, expires_at = now() + interval '2 seconds'
		WHERE name = $2 AND (owner IS NULL OR expires_at < now()) RETURNING token`, owner, name).Scan(&token)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, refusal.ErrHeld
	}
	return token, err
}

func release(ctx context.Context, db *sql.DB, owner string) error {
	_, err := db.ExecContext(ctx, "UPDATE leases SET owner = NULL WHERE name = $1 AND owner = $2", name, owner)
	return err
}

// Run notes that n more were sold.
func Run(ctx context.Context, db *sql.DB, n int) error {
	owner := uuid.NewString()
	token, err := acquire(ctx, db, owner)
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(token))
	defer release(context.WithoutCancel(ctx), db, owner)
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = $1", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.ExecContext(ctx, "UPDATE accounts SET sold = $1 WHERE id = $2", sold+n, account) // want unfenced/no-token
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(token))
	return nil
}
