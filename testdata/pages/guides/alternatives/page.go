// Package page shows alternatives to a lock.
//
// Most locks stand where something simpler would do, and would do it for certain.
//
//   - A conditional write: the change goes through only over the state that was
//     read. Whoever is late reads again.
//   - An idempotency key: the effect is stored under the request's key, which is
//     unique. A second try finds it and does nothing.
//   - A queue: each job is a row that is locked until the work is committed with
//     it. A worker that dies gives it back.
//   - A single writer: all that concerns one item goes to one partition, which one
//     consumer reads. The offset says what is old.
//
// What remains for a lock is work outside any store that could refuse it, and
// saving work.
package page

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/segmentio/kafka-go"
)

// ErrStale says that somebody has written since the read.
var ErrStale = errors.New("somebody else has written since")

// Conditional sells a seat that is free.
func Conditional(ctx context.Context, db *sql.DB, seat, customer string) error {
	res, err := db.ExecContext(ctx, "UPDATE seats SET customer = $1, state = 'sold' WHERE id = $2 AND state = 'free'", customer, seat)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(ErrStale, err)
	}
	return nil
}

// Idempotent books a payment once, however often it is asked to.
func Idempotent(ctx context.Context, db *sql.DB, request, account string, n int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, "INSERT INTO payments (request, account, amount) VALUES ($1, $2, $3) ON CONFLICT (request) DO NOTHING", request, account, n)
	if err != nil {
		return err
	}
	rows, err := res.RowsAffected()
	if err != nil || rows == 0 {
		return err // it was booked before
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = $2", n, account); err != nil {
		return err
	}
	return tx.Commit()
}

// Queued takes a job and does it, in one transaction.
func Queued(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var job, account string
	var n int
	err = tx.QueryRowContext(ctx, "SELECT id, account, amount FROM jobs ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED").Scan(&job, &account, &n)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = $2", n, account); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM jobs WHERE id = $1", job); err != nil {
		return err
	}
	return tx.Commit()
}

// SingleWriter applies the payments of its partitions.
func SingleWriter(ctx context.Context, db *sql.DB, brokers []string) error {
	reader := kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, GroupID: "accounts", Topic: "payments"})
	defer reader.Close()
	for {
		m, err := reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(string(m.Value))
		if err != nil {
			return err
		}
		// A replaced consumer that wakes up writes with an old offset.
		_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1, applied = $2 WHERE id = $3 AND applied < $2", n, m.Offset, string(m.Key))
		if err != nil {
			return err
		}
		if err := reader.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
