// Package right writes with the token, and the row refuses a smaller one.
package right

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	account = "7"
	ttl     = 2 * time.Second
)

// lock is one that is held.
type lock struct {
	owner string
	token int64
}

func acquire(ctx context.Context, db *sql.DB, name string, now time.Time) (*lock, error) {
	l := &lock{owner: uuid.NewString()}
	res, err := db.ExecContext(ctx, `UPDATE locks SET owner = ?, token = token + 1, expires_at = ?
		WHERE name = ? AND (owner IS NULL OR expires_at < ?)`, l.owner, now.Add(ttl).UnixMilli(), name, now.UnixMilli())
	if err != nil {
		return nil, err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return nil, errors.Join(refusal.ErrHeld, err)
	}
	err = db.QueryRowContext(ctx, "SELECT token FROM locks WHERE name = ? AND owner = ?", name, l.owner).Scan(&l.token)
	return l, err
}

func (l *lock) release(ctx context.Context, db *sql.DB, name string) error {
	_, err := db.ExecContext(ctx, "UPDATE locks SET owner = NULL WHERE name = ? AND owner = ?", name, l.owner)
	return err
}

// Run notes that n more were sold. The lock ends by this worker's clock.
func Run(ctx context.Context, db *sql.DB, clock func() time.Time, n int) error {
	l, err := acquire(ctx, db, "account:7", clock())
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(l.token))
	defer l.release(context.WithoutCancel(ctx), db, "account:7")
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = ?", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	res, err := db.ExecContext(ctx, `UPDATE accounts SET sold = ?, fence = ?
		WHERE id = ? AND fence <= ?`, sold+n, l.token, account, l.token)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		pause.At(ctx, pause.Rejected)
		return errors.Join(refusal.ErrStale, err)
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(l.token))
	return nil
}
