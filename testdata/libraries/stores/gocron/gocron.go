// Package gocron rings bells with gocron's lockers.
package gocron

import (
	"context"
	"database/sql"

	"github.com/go-co-op/gocron/v2"
)

type Tower struct {
	locker gocron.Locker
	db     *sql.DB
}

// Ring does not look at the error, and writes what it read.
func (t *Tower) Ring(ctx context.Context, bell string) error {
	l, _ := t.locker.Lock(ctx, bell) // want nolost
	defer l.Unlock(context.WithoutCancel(ctx))
	var n int
	if err := t.db.QueryRowContext(ctx, "SELECT n FROM bells WHERE id = $1", bell).Scan(&n); err != nil {
		return err
	}
	_, err := t.db.ExecContext(ctx, "UPDATE bells SET n = $1 WHERE id = $2", n+1, bell) // want unfenced
	return err
}

// Toll looks, and expects a state.
func (t *Tower) Toll(ctx context.Context, bell string) error {
	l, err := t.locker.Lock(ctx, bell) // ok nolost: the error is looked at
	if err != nil {
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx))                                                                   // ok plaindel: lives longer than the work
	res, err := t.db.ExecContext(ctx, "UPDATE bells SET state = 'rung' WHERE id = $1 AND state = 'still'", bell) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

// Peal unlocks with a dead context.
func (t *Tower) Peal(ctx context.Context, bell string, peal func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	l, err := t.locker.Lock(ctx, bell)
	if err != nil {
		cancel()
		return err
	}
	defer l.Unlock(ctx) // want plaindel
	defer cancel()
	return peal(ctx)
}
