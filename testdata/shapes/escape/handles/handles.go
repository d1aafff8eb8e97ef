// Package handles gives back a lock through a function that the helper which took it
// returns.
package handles

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

func lock(ctx context.Context, pool *pgxpool.Pool, id int64) (release func(), err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		conn.Release()
		return nil, fmt.Errorf("lock: %w", err)
	}
	return func() {
		_, _ = conn.Exec(context.Background(), `SELECT pg_advisory_unlock($1)`, id)
		conn.Release()
	}, nil
}

type Schema struct{ pool *pgxpool.Pool }

func (s *Schema) migrate(ctx context.Context) error {
	release, err := lock(ctx, s.pool, 7)
	if err != nil {
		return err
	}
	defer release()
	_, err = s.pool.Exec(ctx, `UPDATE versions SET n = 2`) // want unfenced
	return err
}

func (s *Schema) Ensure(ctx context.Context, fresh bool) error {
	if !fresh {
		if err := s.migrate(ctx); err != nil {
			return err
		}
	}
	_, err := s.pool.Exec(ctx, `UPDATE tanks SET n = 1`) // ok: migrate has given the lock back
	return err
}

// Called gives it back by an ordinary call.
func (s *Schema) called(ctx context.Context) error {
	release, err := lock(ctx, s.pool, 8)
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(ctx, `UPDATE versions SET n = 3`) // maybe unfenced: told beside the first
	release()
	return err
}

func (s *Schema) Called(ctx context.Context) error {
	if err := s.called(ctx); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `UPDATE tanks SET n = 1`) // ok: called has given the lock back
	return err
}

// hold hands on what lock returns.
func (s *Schema) hold(ctx context.Context, id int64) (func(), error) {
	return lock(ctx, s.pool, id)
}

func (s *Schema) nested(ctx context.Context) (err error) {
	var free func()
	if free, err = s.hold(ctx, 9); err != nil {
		return err
	}
	defer func() {
		free()
	}()
	_, err = s.pool.Exec(ctx, `UPDATE versions SET n = 4`) // maybe unfenced: told beside the first
	return err
}

func (s *Schema) Nested(ctx context.Context) error {
	if err := s.nested(ctx); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `UPDATE tanks SET n = 1`) // ok: nested has given the lock back
	return err
}
