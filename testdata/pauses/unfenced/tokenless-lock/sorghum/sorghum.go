// Package sorghum plans under a lock, and writes when the lock is given back.
package sorghum

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

// Planner plans.
type Planner struct {
	locks *redislock.Client
	db    *sql.DB
	plan  func(ctx context.Context, field string) (string, error)
}

func (p *Planner) locked(ctx context.Context, field string) (string, error) {
	l, err := p.locks.Obtain(ctx, "plan:"+field, 20*time.Second, nil)
	if err != nil {
		return "", err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return p.plan(ctx, field)
}

// Plan plans a field. Only the planning is dear; the last plan is as good as any.
func (p *Planner) Plan(ctx context.Context, field string) error {
	text, err := p.locked(ctx, field)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, "UPDATE fields SET plan = ? WHERE name = ?", text, field)
	return err
}
