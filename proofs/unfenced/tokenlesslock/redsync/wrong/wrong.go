// Package wrong trusts a lock on five nodes with what it has read.
package wrong

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "account:7:lock"
	account = "7"
	ttl     = 2 * time.Second
)

// Run notes that n more were sold.
func Run(ctx context.Context, rs *redsync.Redsync, db *sql.DB, n int) error {
	mu := rs.NewMutex(key, redsync.WithExpiry(ttl), redsync.WithTries(1))
	if err := mu.LockContext(ctx); err != nil {
		pause.At(ctx, pause.Refused)
		return errors.Join(refusal.ErrHeld, err)
	}
	pause.At(ctx, pause.Acquired)
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = ?", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err := db.ExecContext(ctx, "UPDATE accounts SET sold = ? WHERE id = ?", sold+n, account) // want unfenced/tokenless-lock
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
