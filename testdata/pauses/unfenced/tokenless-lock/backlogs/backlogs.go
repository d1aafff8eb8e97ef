// Package backlogs computes a quote, or queues it when somebody computes one.
package backlogs

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

// Quoter computes quotes.
type Quoter struct {
	locks   *redislock.Client
	db      *sql.DB
	compute func(context.Context, int64) (int64, error)
}

// Quote computes under the lock, and writes after it or without it.
func (q *Quoter) Quote(ctx context.Context, id int64) (int64, error) {
	lock, err := q.locks.Obtain(ctx, "quotes", 10*time.Second, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		_, err := q.db.ExecContext(ctx, `INSERT INTO backlog (quote, at) VALUES ($1, now())`, id) // not under the lock
		return 0, err
	}
	if err != nil {
		return 0, err
	}
	cents, err := q.compute(ctx, id)
	if rerr := lock.Release(context.WithoutCancel(ctx)); err == nil {
		err = rerr
	}
	if err != nil {
		return 0, err
	}
	_, err = q.db.ExecContext(ctx, `UPDATE quotes SET cents = $1 WHERE id = $2`, cents, id) // after the release
	return cents, err
}
