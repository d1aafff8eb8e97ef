// Package right gives each mail a natural key; the lock only saves work.
package right

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

// ttl is more than a run takes, on a good day.
const ttl = 2 * time.Second

// Run sends the invoices that are due.
func Run(ctx context.Context, locks *redislock.Client, db *sql.DB) error {
	lock, err := locks.Obtain(ctx, "invoices", ttl, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer lock.Release(context.WithoutCancel(ctx))
	due, err := unsent(ctx, db)
	if err != nil {
		return err
	}
	for _, number := range due {
		if err := send(ctx, db, number); err != nil {
			return err
		}
	}
	return nil
}

func unsent(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT number FROM invoices WHERE sent = 0 ORDER BY number")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var due []string
	for rows.Next() {
		var number string
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		due = append(due, number)
	}
	return due, rows.Err()
}

// send puts a mail into the outbox, if it is not there, and marks its invoice.
func send(ctx context.Context, db *sql.DB, number string) error {
	pause.At(ctx, pause.Read, pause.Value(number))
	res, err := db.ExecContext(ctx, "INSERT IGNORE INTO outbox (mail, invoice) VALUES (?, ?)", "invoice-"+number, number)
	if err != nil {
		return err
	}
	outcome := pause.Wrote
	if rows, err := res.RowsAffected(); err != nil {
		return err
	} else if rows == 0 {
		outcome = pause.Rejected // another has sent it, which is as good
	}
	pause.At(ctx, outcome, pause.Value(number))
	_, err = db.ExecContext(ctx, "UPDATE invoices SET sent = 1 WHERE number = ? AND sent = 0", number)
	return err
}
