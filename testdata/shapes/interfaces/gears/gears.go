// Package gears shifts gears; the database is an interface with a few methods.
package gears

import (
	"context"
	"database/sql"
	"errors"
)

var errShifting = errors.New("gear is shifting")

// Execer is what sql.DB, sql.Conn and sql.Tx have in common.
type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Pool is always over a pool.
type Pool struct{ db Execer }

// NewPool makes one.
func NewPool(db *sql.DB) *Pool { return &Pool{db} }

// Shift locks on any connection.
func (p *Pool) Shift(ctx context.Context, gear int, shift func(context.Context) error) error {
	var ok bool
	if err := p.db.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", gear).Scan(&ok); err != nil { // want nolost
		return err
	}
	if !ok {
		return errShifting
	}
	defer p.db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", gear) // maybe nolost // maybe plaindel
	return shift(ctx)
}

// Pinned is always over one connection.
type Pinned struct{ conn Execer }

// Pin pins a connection while f runs.
func Pin(ctx context.Context, db *sql.DB, f func(*Pinned) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return f(&Pinned{conn})
}

// Shift locks on the pinned connection.
func (p *Pinned) Shift(ctx context.Context, gear int, shift func(context.Context) error) error {
	var ok bool
	if err := p.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", gear).Scan(&ok); err != nil { // ok: pinned
		return err
	}
	if !ok {
		return errShifting
	}
	defer p.conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", gear)
	return shift(ctx)
}

const take = `UPDATE gear_locks SET owner = $2, until = now() + interval '20 seconds' WHERE gear = $1 AND (owner IS NULL OR until < now())`

// Take takes a gear's row.
func Take(ctx context.Context, db Execer, gear int, owner string) error {
	res, err := db.ExecContext(ctx, take, gear, owner)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errShifting, err)
	}
	return nil
}

// Yank frees a gear, whoever has it.
func Yank(ctx context.Context, db Execer, gear int) error {
	_, err := db.ExecContext(ctx, "UPDATE gear_locks SET owner = NULL WHERE gear = $1", gear) // want plaindel
	return err
}

// Free frees a gear that owner has.
func Free(ctx context.Context, db Execer, gear int, owner string) error {
	_, err := db.ExecContext(ctx, "UPDATE gear_locks SET owner = NULL WHERE gear = $1 AND owner = $2", gear, owner) // ok: the owner is compared
	return err
}

// Retire deletes a gear.
func Retire(ctx context.Context, db Execer, gear int) error {
	_, err := db.ExecContext(ctx, "DELETE FROM gears WHERE id = $1", gear) // ok: data
	return err
}
