// Package fates gives connections with session locks away.
package fates

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

var errSpun = errors.New("thread is being spun")

// Loom spins.
type Loom struct {
	db   *sqlx.DB
	pool *pgxpool.Pool
}

// Spin returns the connection that has the lock.
func (l *Loom) Spin(ctx context.Context, thread int64) (*sqlx.Conn, error) {
	conn, err := l.db.Connx(ctx)
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", thread); err != nil { // ok: pinned, and returned
		return nil, errors.Join(err, conn.Close())
	}
	if !ok {
		return nil, errors.Join(errSpun, conn.Close())
	}
	return conn, nil
}

// Measure sends the connection that has the lock.
func (l *Loom) Measure(ctx context.Context, thread int64, to chan<- *pgxpool.Conn) error {
	c, err := l.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", thread); err != nil { // ok: pinned, and sent
		c.Release()
		return err
	}
	to <- c
	return nil
}

// Cut ends the lock of a connection that somebody gives.
func (l *Loom) Cut(ctx context.Context, conn *sql.Conn, thread int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", thread) // ok: the caller's connection
	return errors.Join(err, conn.Close())
}

// Weave locks a connection that somebody gives.
func (l *Loom) Weave(ctx context.Context, conn *sql.Conn, thread int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", thread) // ok: the caller's connection
	return err
}

// Knot gives the transaction that has the lock to somebody.
func (l *Loom) Knot(ctx context.Context, thread int64, knot func(*sqlx.Tx) error) error {
	tx, err := l.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", thread); err != nil { // ok: ends with its transaction
		return err
	}
	if err := knot(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Fray locks the pool.
func (l *Loom) Fray(ctx context.Context, thread int64, fray func(context.Context) error) error {
	var ok bool
	if err := l.db.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", thread); err != nil { // want nolost
		return err
	}
	if !ok {
		return errSpun
	}
	defer l.db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", thread) // maybe nolost // maybe plaindel
	return fray(ctx)
}
