// Package rabbis moves the members of a synagogue in batches.
package rabbis

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Synagogue has members.
type Synagogue struct {
	pool *pgxpool.Pool
	move func(ctx context.Context, after int64) (last int64, err error)
}

const moving = 0x6d6f7665

// Move moves all members, or none if another process moves them.
func (s *Synagogue) Move(ctx context.Context) (moved bool, err error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Release()
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", moving).Scan(&moved); err != nil {
		return false, fmt.Errorf("rabbis: %w", err)
	}
	if !moved {
		return false, nil
	}
	defer func() {
		if _, uerr := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", moving); err == nil {
			err = uerr
		}
	}()
	for last := int64(0); ; {
		next, err := s.move(ctx, last)
		if err != nil {
			return true, err
		}
		if next == last {
			return true, nil
		}
		last = next
	}
}
