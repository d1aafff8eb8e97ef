// Package redsync shows your lock in redsync, done carefully.
//
// The library makes the owner's value, compares it in scripts, and asks a majority
// of the pools. Three things are left to you: look at the answer of every extension,
// release with a context that still lives, and write so that the store decides. The
// majority makes a lost lock rarer. It gives no fencing token, and does not help
// a holder that was paused.
package redsync

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const ttl = 30 * time.Second

// ErrStale says that somebody has written since the read.
var ErrStale = errors.New("somebody else has written since")

// Withdraw takes money from an account.
func Withdraw(ctx context.Context, rs *redsync.Redsync, db *sql.DB, id string, n int) error {
	mu := rs.NewMutex("account:"+id, redsync.WithExpiry(ttl))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel() // a lost lock ends the work
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
					return
				}
			}
		}
	}()

	var err error
	var balance, version int
	err = db.QueryRowContext(ctx, "SELECT balance, version FROM accounts WHERE id = $1", id).Scan(&balance, &version)
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1
		WHERE id = $2 AND version = $3`, balance-n, id, version)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(ErrStale, err)
	}
	return nil
}
