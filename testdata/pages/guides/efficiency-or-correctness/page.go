// Package page shows the question to ask first: efficiency or correctness.
//
// Before anything else about a lock: what happens if two processes hold it at
// once? It will happen. A holder that sleeps through its lease does not know that
// it lost it.
//
//   - Nothing much: a report is computed twice, a mail goes out twice. The lock
//     saves work. It is for efficiency. A single Redis is enough, and the only
//     duties are an expiry and a release that compares. Say so in the code, and
//     locklint asks no more of it.
//   - Data is wrong: money is gone, a seat is sold twice. The lock is for
//     correctness. Then the lock alone is never enough, whichever store it is in:
//     the store that is written has to refuse the late write.
//
// For the second, ask further. Can the write be right by itself (a version, an
// expected state, a unique key)? Then it needs no lock, and may keep one to save
// collisions. If not, take a lock that numbers its holders, and have the
// store compare the number.
//
// The team may want to have the answer for every lock: with require-purpose in the
// configuration, locklint reports the locks of which nobody says what they are
// for, and "locklint locks" lists them all.
package page

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

// ErrStale says that somebody has written since the read.
var ErrStale = errors.New("somebody else has written since")

// Digest sends the daily digest. Two of them are a nuisance.
func Digest(ctx context.Context, locks *redislock.Client, db *sql.DB, day string, send func(context.Context) error) error {
	//locklint:efficiency a second digest is a nuisance only
	lock, err := locks.Obtain(ctx, "digest:"+day, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := send(ctx); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE days SET sent = true WHERE day = $1", day)
	return err
}

// Withdraw takes money. Two at once lose one of them, and the lock does not
// prevent it.
func Withdraw(ctx context.Context, locks *redislock.Client, db *sql.DB, id string, n int) error {
	lock, err := locks.Obtain(ctx, "account:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	var balance int
	if err := db.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", id).Scan(&balance); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", balance-n, id) // want unfenced
	return err
}

// WithdrawSafely is right with and without the lock.
func WithdrawSafely(ctx context.Context, locks *redislock.Client, db *sql.DB, id string, n int) error {
	lock, err := locks.Obtain(ctx, "account:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
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
