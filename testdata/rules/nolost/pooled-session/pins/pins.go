// Package pins pins a connection for its lock.
package pins

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Migrator struct {
	db   *sql.DB
	g    *gorm.DB
	pool *pgxpool.Pool
	conn *pgx.Conn
}

const id = 40404

// Up pins a connection.
func (m *Migrator) Up(ctx context.Context, up func(context.Context) error) error {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // ok: pinned
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	return up(ctx)
}

// Down takes a connection out of pgx's pool.
func (m *Migrator) Down(ctx context.Context, down func(context.Context) error) error {
	return m.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // ok: pinned
			return err
		}
		defer c.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
		return down(ctx)
	})
}

// Redo has one connection for itself.
func (m *Migrator) Redo(ctx context.Context, redo func(context.Context) error) error {
	if _, err := m.conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // ok: no pool
		return err
	}
	defer m.conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
	return redo(ctx)
}

// Seed pins a connection in gorm.
func (m *Migrator) Seed(ctx context.Context, seed func(*gorm.DB) error) error {
	return m.g.WithContext(ctx).Connection(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_lock(?)", id).Error; err != nil { // ok: pinned
			return err
		}
		defer tx.Exec("SELECT pg_advisory_unlock(?)", id)
		return seed(tx)
	})
}

// Drop holds the lock for as long as the transaction.
func (m *Migrator) Drop(ctx context.Context, drop func(context.Context, *sql.Tx) error) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", id); err != nil { // ok: a transaction
		return err
	}
	if err := drop(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Lock is a lock that keeps its connection.
type Lock struct{ conn *sql.Conn }

// TryLock takes the lock on a connection that Unlock closes.
func (m *Migrator) TryLock(ctx context.Context) (*Lock, error) {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil || !ok { // ok: pinned in a field
		return nil, errors.Join(err, conn.Close())
	}
	return &Lock{conn}, nil
}

func (l *Lock) Unlock(ctx context.Context) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	return errors.Join(err, l.conn.Close())
}
