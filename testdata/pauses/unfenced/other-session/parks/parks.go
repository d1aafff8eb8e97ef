// Package parks counts visitors: reads may go through the pool, writes must not,
// and what is conditional by itself may.
package parks

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Park counts.
type Park struct {
	pool *pgxpool.Pool
}

// Enter notes visitors.
func (p *Park) Enter(ctx context.Context, park int64, n int) error {
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, park); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, park)

	var limit, rev int
	if err := p.pool.QueryRow(ctx, `SELECT visitors_max, rev FROM parks WHERE id = $1`, park).Scan(&limit, &rev); err != nil {
		return err
	}
	if n > limit {
		return errors.New("parks: full")
	}
	tag, err := p.pool.Exec(ctx, `UPDATE parks SET visitors_max = $1, rev = rev + 1 WHERE id = $2 AND rev = $3`, limit-n, park, rev)
	if err != nil {
		return err
	}
	if tag.RowsAffected() != 1 {
		return pgx.ErrNoRows
	}
	_, err = conn.Exec(ctx, `UPDATE gates SET visitors = $1 WHERE park = $2`, n, park)
	return err
}
