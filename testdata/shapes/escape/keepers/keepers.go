// Package keepers gives back another lock than the one that it works under.
package keepers

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Schema struct{ pool *pgxpool.Pool }

func take(ctx context.Context, pool *pgxpool.Pool, id int64) (release func(), err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		return nil, err
	}
	return func() { conn.Exec(context.Background(), `SELECT pg_advisory_unlock($1)`, id) }, nil
}

func (s *Schema) kept(ctx context.Context) error {
	if _, err := take(ctx, s.pool, 10); err != nil {
		return err
	}
	free, err := take(ctx, s.pool, 11)
	if err != nil {
		return err
	}
	free()
	return nil
}

func (s *Schema) Kept(ctx context.Context) error {
	if err := s.kept(ctx); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `UPDATE tanks SET n = 2`) // want unfenced
	return err
}
