// Package rotas plans rotas on the connection that holds the lock.
package rotas

import (
	"context"
	"database/sql"
)

// execer is what *sql.DB, *sql.Conn and *sql.Tx share.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

type repo struct{ q execer }

func (r repo) load(ctx context.Context, id int64) (plan string, err error) {
	err = r.q.QueryRowContext(ctx, `SELECT plan FROM rotas WHERE id = $1`, id).Scan(&plan)
	return plan, err
}

func (r repo) store(ctx context.Context, id int64, plan string) error {
	_, err := r.q.ExecContext(ctx, `UPDATE rotas SET plan = $1 WHERE id = $2`, plan, id)
	return err
}

// Planner plans.
type Planner struct{ db *sql.DB }

// Plan replaces a plan.
func (p *Planner) Plan(ctx context.Context, id int64, next func(string) string) error {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, id)
	r := repo{conn}
	old, err := r.load(ctx, id)
	if err != nil {
		return err
	}
	return r.store(ctx, id, next(old))
}
