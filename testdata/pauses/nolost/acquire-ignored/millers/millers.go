// Package millers mills the night's statements on one of several hosts.
package millers

import (
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Miller mills.
type Miller struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// try is false if another host is at the step.
func try(ctx context.Context, conn *pgx.Conn, name string) (got bool, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", number(name)).Scan(&got)
	return got, err
}

// Night runs each step on a connection of its own.
func (m *Miller) Night(ctx context.Context, steps map[string]func(context.Context, *pgx.Conn) error) error {
	for name, step := range steps {
		if err := m.one(ctx, name, step); err != nil {
			return fmt.Errorf("millers: %s: %w", name, err)
		}
	}
	return nil
}

func (m *Miller) one(ctx context.Context, name string, step func(context.Context, *pgx.Conn) error) error {
	conn, err := m.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	got, err := try(ctx, conn.Conn(), name)
	if err != nil {
		return err
	}
	if !got {
		m.log.Debug("another host is at it", "step", name)
		return nil
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", number(name))
	return step(ctx, conn.Conn())
}
