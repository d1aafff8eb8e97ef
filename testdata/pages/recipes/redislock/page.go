// Package redislock shows your lock in redislock, done carefully.
//
// Obtain without options makes a random token, and Release compares it. A token
// of your own must be another one for each call. Refresh answers an error when the
// lock is another's: it has to reach the work.
package redislock

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

const ttl = 30 * time.Second

// ErrStale says that somebody has written since the read.
var ErrStale = errors.New("somebody else has written since")

// Withdraw takes money from an account.
func Withdraw(ctx context.Context, locks *redislock.Client, db *sql.DB, id string, n int) error {
	lock, err := locks.Obtain(ctx, "account:"+id, ttl, nil)
	if err != nil {
		return err // redislock.ErrNotObtained where another has it
	}
	defer lock.Release(context.WithoutCancel(ctx))

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
				if lock.Refresh(ctx, ttl, nil) != nil {
					return
				}
			}
		}
	}()

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
