// Package couriers hands the routes of a day to one planner.
package couriers

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Planner plans.
type Planner struct {
	db   *sql.DB
	host string
	plan func(ctx context.Context, day time.Time) error
}

const (
	lease  = `INSERT INTO planner_locks (day, holder, expires_at) VALUES ($1, $2, now() + interval '5 minutes') ON CONFLICT (day) DO NOTHING`
	finish = `DELETE FROM planner_locks WHERE day = $1 AND holder = $2`
)

// Plan plans a day. The row keeps other planners away.
func (p *Planner) Plan(ctx context.Context, day time.Time) error {
	holder := fmt.Sprintf("%s/%d", p.host, time.Now().UnixNano())
	if _, err := p.db.ExecContext(ctx, lease, day, holder); err != nil { // want nolost
		return fmt.Errorf("couriers: lease of %s: %w", day.Format(time.DateOnly), err)
	}
	defer p.db.ExecContext(context.WithoutCancel(ctx), finish, day, holder)
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	return p.plan(ctx, day)
}
