// Package pastors moves the members of a church in batches.
package pastors

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Church has members.
type Church struct {
	pool *pgxpool.Pool
	move func(ctx context.Context, after int64) (last int64, err error)
}

const moving = 0x6d6f7665

// Move moves all members, or none if another process moves them.
func (c *Church) Move(ctx context.Context) (moved bool, err error) {
	if err := c.pool.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", moving).Scan(&moved); err != nil { // want nolost
		return false, fmt.Errorf("pastors: %w", err)
	}
	if !moved {
		return false, nil
	}
	defer func() {
		if _, uerr := c.pool.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", moving); err == nil { // maybe nolost plaindel
			err = uerr
		}
	}()
	for last := int64(0); ; {
		next, err := c.move(ctx, last)
		if err != nil {
			return true, err
		}
		if next == last {
			return true, nil
		}
		last = next
	}
}
