// Package pews repairs pews; what to do stands in fields of functions.
package pews

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Church repairs.
type Church struct {
	pool *pgxpool.Pool
	db   *sql.DB
	lock func(context.Context, int64) error
	free func(context.Context, int64) error
}

// New wires the functions by method values.
func New(pool *pgxpool.Pool, db *sql.DB) *Church {
	c := &Church{pool: pool, db: db}
	c.lock, c.free = c.bar, c.unbar
	return c
}

func (c *Church) bar(ctx context.Context, pew int64) error {
	_, err := c.pool.Exec(ctx, "SELECT pg_advisory_lock(11, $1)", pew) // want nolost
	return err
}

func (c *Church) unbar(ctx context.Context, pew int64) error {
	_, err := c.pool.Exec(ctx, "SELECT pg_advisory_unlock(11, $1)", pew) // maybe nolost // maybe plaindel
	return err
}

// Sand sands a pew.
func (c *Church) Sand(ctx context.Context, pew int64, sand func(context.Context) error) error {
	if err := c.lock(ctx, pew); err != nil { // maybe nolost
		return err
	}
	defer c.free(context.WithoutCancel(ctx), pew) // maybe nolost // maybe plaindel
	return sand(ctx)
}

// step is a method expression's type.
type step func(*Church, context.Context, pgx.Tx, int64) error

var steps = []step{(*Church).oil, (*Church).wax}

func (c *Church) oil(ctx context.Context, tx pgx.Tx, pew int64) error {
	_, err := tx.Exec(ctx, "UPDATE pews SET oiled = now() WHERE id = $1", pew) // ok: the lock's own transaction
	return err
}

func (c *Church) wax(ctx context.Context, tx pgx.Tx, pew int64) error {
	_, err := tx.Exec(ctx, "UPDATE pews SET waxed = now() WHERE id = $1", pew) // ok: the lock's own transaction
	return err
}

// Care holds the lock as long as the transaction that writes.
func (c *Church) Care(ctx context.Context, pew int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(12, $1)", pew); err != nil { // ok: ends with its transaction
			return err
		}
		for _, s := range steps {
			if err := s(c, ctx, tx, pew); err != nil { // ok: the lock's own transaction
				return err
			}
		}
		return nil
	})
}

func acquireOn(ctx context.Context, conn *sql.Conn, pew int64) (bool, error) {
	var ok bool
	err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(13, $1)", pew).Scan(&ok) // ok: one connection
	return ok, err
}

func releaseOn(ctx context.Context, conn *sql.Conn, pew int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(13, $1)", pew) // ok: the same connection
	return err
}

// Polish locks and frees on one connection.
func (c *Church) Polish(ctx context.Context, pew int64, polish func(context.Context) error) (err error) {
	conn, err := c.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	ok, err := acquireOn(ctx, conn, pew)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, releaseOn(context.WithoutCancel(ctx), conn, pew)) }()
	return polish(ctx)
}
