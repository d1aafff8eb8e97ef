// Package cellars writes through the pool when the lock is given back, and logs
// with a unique key while it is held.
package cellars

import (
	"context"
	"database/sql"

	"github.com/redis/go-redis/v9"
)

// Cellar keeps barrels.
type Cellar struct {
	db    *sql.DB
	cache *redis.Client
}

// Tap taps a barrel.
func (c *Cellar) Tap(ctx context.Context, barrel int64) error {
	litres, err := c.measure(ctx, barrel)
	if err != nil {
		return err
	}
	_, err = c.db.ExecContext(ctx, `UPDATE barrels SET litres = $1 WHERE id = $2`, litres, barrel)
	return err
}

func (c *Cellar) measure(ctx context.Context, barrel int64) (litres float64, err error) {
	conn, err := c.db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, barrel); err != nil {
		return 0, err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, barrel)
	if err := conn.QueryRowContext(ctx, `SELECT read_scale($1)`, barrel).Scan(&litres); err != nil {
		return 0, err
	}
	if _, err := c.db.ExecContext(ctx, `INSERT INTO readings (barrel, day, litres) VALUES ($1, current_date, $2) ON CONFLICT (barrel, day) DO NOTHING`, barrel, litres); err != nil {
		return 0, err
	}
	return litres, c.cache.Del(ctx, "barrels").Err()
}
