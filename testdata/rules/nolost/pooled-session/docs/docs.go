// Package docs migrates documents.
package docs

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

type Migrator struct {
	db   *sql.DB
	x    *sqlx.DB
	g    *gorm.DB
	pool *pgxpool.Pool
}

const id = 90210

// Up takes the lock on one connection of the pool, and gives it back on another.
func (m *Migrator) Up(ctx context.Context, up func(context.Context) error) error {
	if _, err := m.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want nolost
		return err
	}
	defer m.db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id) // maybe nolost // maybe plaindel
	return up(ctx)
}

// Down does the same with pgx.
func (m *Migrator) Down(ctx context.Context, down func(context.Context) error) (err error) {
	var ok bool
	if err = m.pool.QueryRow(ctx, "select pg_try_advisory_lock($1)", id+1).Scan(&ok); err != nil { // want nolost
		return err
	}
	if !ok {
		return errors.New("somebody else migrates")
	}
	defer func() {
		_, uerr := m.pool.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", id+1) // maybe nolost // maybe plaindel
		err = errors.Join(err, uerr)
	}()
	return down(ctx)
}

// Redo does the same with MySQL.
func (m *Migrator) Redo(ctx context.Context, redo func(context.Context) error) error {
	var got sql.NullInt64
	if err := m.x.GetContext(ctx, &got, "SELECT GET_LOCK('docs', ?)", 5); err != nil { // want nolost
		return err
	}
	if !got.Valid || got.Int64 != 1 {
		return errors.New("somebody else migrates")
	}
	defer m.x.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK('docs')") // maybe nolost // maybe plaindel
	return redo(ctx)
}

// Seed does the same with gorm.
func (m *Migrator) Seed(ctx context.Context, seed func(context.Context) error) error {
	if err := m.g.WithContext(ctx).Exec("SELECT pg_advisory_lock(?)", id+2).Error; err != nil { // want nolost
		return err
	}
	defer m.g.Exec("SELECT pg_advisory_unlock(?)", id+2) // maybe nolost // maybe plaindel
	return seed(ctx)
}
