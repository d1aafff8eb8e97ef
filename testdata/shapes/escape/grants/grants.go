// Package grants takes its locks in another package, which returns how to free them.
package grants

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"example.test/shapes/escape/grants/advisory"
)

type Store struct {
	pool *pgxpool.Pool
	rs   *redsync.Redsync
	rdb  *redis.Client
}

func (s *Store) migrate(ctx context.Context, label string) error {
	release, err := advisory.Lock(ctx, s.pool, label)
	if err != nil {
		return err
	}
	defer release()
	var v int
	return s.pool.QueryRow(ctx, `SELECT n FROM versions`).Scan(&v)
}

func (s *Store) Ensure(ctx context.Context) error {
	if err := s.migrate(ctx, "store"); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `UPDATE tanks SET n = 1`) // ok: the lock is free here
	return err
}

func (s *Store) begin(ctx context.Context, label string) error {
	_, err := advisory.Lock(ctx, s.pool, label)
	return err
}

func (s *Store) Begin(ctx context.Context) error {
	if err := s.begin(ctx, "begin"); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `UPDATE tanks SET n = 2`) // want unfenced
	return err
}

// take returns the library's own method as a value.
func (s *Store) take(ctx context.Context, name string) (func() (bool, error), error) {
	mu := s.rs.NewMutex(name, redsync.WithExpiry(8*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return nil, err
	}
	return mu.Unlock, nil
}

func (s *Store) bump(ctx context.Context) error {
	unlock, err := s.take(ctx, "bump")
	if err != nil {
		return err
	}
	defer unlock()
	n, err := s.rdb.Get(ctx, "bumps").Int()
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, "bumps", n+1, 0).Err() // want unfenced
}

func (s *Store) Bump(ctx context.Context) error {
	if err := s.bump(ctx); err != nil {
		return err
	}
	return s.rdb.Set(ctx, "bumped", "yes", 0).Err() // ok: bump has given the lock back
}

// A held lock knows how to free itself.
type held struct {
	name string
	free func()
}

func (h *held) Free() { h.free() }

func (s *Store) hold(ctx context.Context, name string) (*held, error) {
	mu := s.rs.NewMutex(name, redsync.WithExpiry(8*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return nil, err
	}
	return &held{name, func() { mu.UnlockContext(context.WithoutCancel(ctx)) }}, nil
}

func (s *Store) count(ctx context.Context) error {
	h, err := s.hold(ctx, "count")
	if err != nil {
		return err
	}
	defer h.Free()
	n, err := s.rdb.Get(ctx, "counts").Int()
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, "counts", n+1, 0).Err() // want unfenced
}

func (s *Store) Count(ctx context.Context) error {
	if err := s.count(ctx); err != nil {
		return err
	}
	return s.rdb.Set(ctx, "counted", "yes", 0).Err() // ok: count has given the lock back
}
