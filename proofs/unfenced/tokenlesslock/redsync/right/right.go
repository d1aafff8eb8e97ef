// Package right writes only over the version that it has read.
package right

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
	var sold, version int
	err := db.QueryRowContext(ctx, "SELECT sold, version FROM accounts WHERE id = ?", account).Scan(&sold, &version)
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	res, err := db.ExecContext(ctx, `UPDATE accounts SET sold = ?, version = version + 1
		WHERE id = ? AND version = ?`, sold+n, account, version)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		pause.At(ctx, pause.Rejected)
		return errors.Join(refusal.ErrStale, err)
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
