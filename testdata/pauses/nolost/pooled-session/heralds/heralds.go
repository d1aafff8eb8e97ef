// Package heralds takes its lock through an interface that a connection satisfies.
package heralds

import (
	"context"
	"database/sql"
)

// session is what a lock needs of a connection.
type session interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func try(ctx context.Context, s session, id int64) (got bool, err error) {
	err = s.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&got)
	return got, err
}

func end(ctx context.Context, s session, id int64) error {
	_, err := s.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	return err
}

// Announce announces, unless another herald does.
func Announce(ctx context.Context, db *sql.DB, id int64, announce func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if got, err := try(ctx, conn, id); err != nil || !got {
		return err
	}
	defer end(ctx, conn, id)
	return announce(ctx)
}
