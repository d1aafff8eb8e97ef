// Package drivers hands the tours of a day to one planner.
package drivers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ErrPlanned says that somebody else plans the day.
var ErrPlanned = errors.New("drivers: the day is being planned")

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
	res, err := p.db.ExecContext(ctx, lease, day, holder)
	if err != nil {
		return fmt.Errorf("drivers: lease of %s: %w", day.Format(time.DateOnly), err)
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n != 1 {
		return ErrPlanned
	}
	defer p.db.ExecContext(context.WithoutCancel(ctx), finish, day, holder)
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	return p.plan(ctx, day)
}
