// Package ent guards forests, below ent's generated code.
package ent

import (
	"context"
	"errors"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/bsm/redislock"
)

type Ranger struct {
	drv   dialect.Driver
	db    sql.ExecQuerier
	locks *redislock.Client
}

var errFelled = errors.New("felled meanwhile")

// Count writes what it read.
func (r *Ranger) Count(ctx context.Context, plot string) error {
	l, err := r.locks.Obtain(ctx, "plot:"+plot, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var rows sql.Rows
	if err := r.drv.Query(ctx, "SELECT oaks FROM plots WHERE id = $1", []any{plot}, &rows); err != nil {
		return err
	}
	oaks, err := sql.ScanInt(rows)
	if err != nil {
		return err
	}
	var res sql.Result
	return r.drv.Exec(ctx, "UPDATE plots SET oaks = $1 WHERE id = $2", []any{oaks + 1, plot}, &res) // want unfenced
}

// Fell expects the state.
func (r *Ranger) Fell(ctx context.Context, plot string) error {
	l, err := r.locks.Obtain(ctx, "plot:"+plot, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	res, err := r.db.ExecContext(ctx, "UPDATE plots SET state = 'felled' WHERE id = $1 AND state = 'marked'", plot) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errFelled
	}
	return nil
}

// Burn does not look who got the lock row, and frees it by its name.
func (r *Ranger) Burn(ctx context.Context, plot, me string, burn func() error) error {
	if _, err := r.db.ExecContext(ctx, "INSERT INTO burn_locks (plot, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", plot, me); err != nil { // want nolost
		return err
	}
	defer r.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM burn_locks WHERE plot = $1", plot) // want plaindel
	return burn()
}

// Plant looks, and compares.
func (r *Ranger) Plant(ctx context.Context, plot, me string, plant func() error) error {
	res, err := r.db.ExecContext(ctx, "INSERT INTO plant_locks (plot, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", plot, me) // ok nolost: the rows are counted
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errFelled
	}
	defer r.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM plant_locks WHERE plot = $1 AND owner = $2", plot, me) // ok plaindel: compares
	return plant()
}
