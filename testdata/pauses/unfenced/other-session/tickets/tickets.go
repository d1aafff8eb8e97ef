// Package tickets numbers tickets.
package tickets

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Office sells tickets.
type Office struct{ pool *pgxpool.Pool }

// Next is the next number of a line.
func (o *Office) Next(ctx context.Context, line int64) (n int64, err error) {
	conn, err := o.pool.Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	var got bool
	for !got {
		if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, line).Scan(&got); err != nil {
			return 0, err
		}
	}
	defer conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, line)
	if err := o.pool.QueryRow(ctx, `SELECT last FROM lines WHERE id = $1`, line).Scan(&n); err != nil {
		return 0, err
	}
	n++
	_, err = o.pool.Exec(ctx, `UPDATE lines SET last = $1 WHERE id = $2`, n, line) // want unfenced
	return n, err
}
