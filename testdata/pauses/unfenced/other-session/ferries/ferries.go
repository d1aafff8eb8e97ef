// Package ferries books cars on a ferry.
package ferries

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jmoiron/sqlx"
)

var errFull = errors.New("ferries: the ferry is full")

// Line has ferries.
type Line struct{ db *sqlx.DB }

// Book books a car.
func (l *Line) Book(ctx context.Context, ferry string) error {
	conn, err := l.db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullBool
	if err := conn.GetContext(ctx, &got, "SELECT GET_LOCK(?, 3)", ferry); err != nil {
		return err
	}
	if !got.Bool {
		return errors.New("ferries: try again")
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", ferry)
	var free int
	if err := l.db.GetContext(ctx, &free, "SELECT free FROM ferries WHERE name = ?", ferry); err != nil {
		return err
	}
	if free == 0 {
		return errFull
	}
	_, err = l.db.ExecContext(ctx, "UPDATE ferries SET free = ? WHERE name = ?", free-1, ferry) // want unfenced
	return err
}
