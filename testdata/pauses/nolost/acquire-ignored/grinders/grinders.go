// Package grinders grinds the night's statements on one of several hosts.
package grinders

import (
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Grinder grinds.
type Grinder struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// Night runs each step on a connection of its own.
func (g *Grinder) Night(ctx context.Context, steps map[string]func(context.Context, *pgx.Conn) error) error {
	for name, step := range steps {
		if err := g.one(ctx, name, step); err != nil {
			return fmt.Errorf("grinders: %s: %w", name, err)
		}
	}
	return nil
}

func (g *Grinder) one(ctx context.Context, name string, step func(context.Context, *pgx.Conn) error) error {
	conn, err := g.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tag, err := conn.Exec(ctx, "SELECT pg_try_advisory_lock($1)", number(name)) // want nolost
	if err != nil {
		return err
	}
	g.log.Debug("locked", "step", name, "tag", tag.String())
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", number(name)) // maybe plaindel
	return step(ctx, conn.Conn())
}
