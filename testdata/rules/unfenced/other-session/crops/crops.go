// Package crops plans crops.
package crops

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

type Farm struct {
	pool *pgxpool.Pool
	x    *sqlx.DB
}

var errBusy = errors.New("field is being planned")

// Plan takes a connection out of the pool, and then the pool.
func (f *Farm) Plan(ctx context.Context, field int64, plan func(string) string) error {
	conn, err := f.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", field).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", field)
	var crop string
	if err := f.pool.QueryRow(ctx, "SELECT crop FROM fields WHERE id = $1", field).Scan(&crop); err != nil {
		return err
	}
	_, err = f.pool.Exec(ctx, "UPDATE fields SET crop = $1 WHERE id = $2", plan(crop), field) // want unfenced
	return err
}

// Sow stays on the connection.
func (f *Farm) Sow(ctx context.Context, field int64, sow func(string) string) error {
	conn, err := f.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", field).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", field)
	var crop string
	if err := conn.QueryRow(ctx, "SELECT crop FROM fields WHERE id = $1", field).Scan(&crop); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "UPDATE fields SET crop = $1 WHERE id = $2", sow(crop), field) // ok: the lock's connection
	return err
}

// Reap locks and writes in one transaction.
func (f *Farm) Reap(ctx context.Context, field int64) error {
	return pgx.BeginFunc(ctx, f.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", field); err != nil {
			return err
		}
		var tons int
		if err := tx.QueryRow(ctx, "SELECT tons FROM fields WHERE id = $1", field).Scan(&tons); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE fields SET tons = $1 WHERE id = $2", tons*2, field) // ok: the lock's transaction
		return err
	})
}

func name(field int64) string { return fmt.Sprintf("field-%d", field) }

// Mow uses MySQL's named lock on a connection, and the pool for the rest.
func (f *Farm) Mow(ctx context.Context, field int64) error {
	conn, err := f.x.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.GetContext(ctx, &got, "SELECT GET_LOCK(?, 3)", name(field)); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errBusy
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name(field))
	var cuts int
	if err := f.x.GetContext(ctx, &cuts, "SELECT cuts FROM fields WHERE id = ?", field); err != nil {
		return err
	}
	_, err = f.x.ExecContext(ctx, "UPDATE fields SET cuts = ? WHERE id = ?", cuts+1, field) // want unfenced
	return err
}

// Rake uses the connection for all of it.
func (f *Farm) Rake(ctx context.Context, field int64) error {
	conn, err := f.x.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.GetContext(ctx, &got, "SELECT GET_LOCK(?, 3)", name(field)); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errBusy
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name(field))
	var raked int
	if err := conn.GetContext(ctx, &raked, "SELECT raked FROM fields WHERE id = ?", field); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "UPDATE fields SET raked = ? WHERE id = ?", raked+1, field) // ok: the lock's connection
	return err
}

// Rest reads through the pool only.
func (f *Farm) Rest(ctx context.Context, field int64) (cuts int, err error) {
	conn, err := f.x.Connx(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", field); err != nil {
		return 0, err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", field)
	err = f.x.GetContext(ctx, &cuts, "SELECT cuts FROM fields WHERE id = ?", field) // ok: no write
	return cuts, err
}
