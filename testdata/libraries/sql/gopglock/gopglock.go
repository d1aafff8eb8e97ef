// Package gopglock parks cars.
package gopglock

import (
	"context"
	"database/sql"
	"errors"

	"github.com/allisson/go-pglock/v3"
)

type Garage struct{ db *sql.DB }

var errFull = errors.New("somebody parks there")

// Park drops the bool: Lock tries once, and "held" is false with a nil error.
func (g *Garage) Park(ctx context.Context, bay int64) error {
	l, err := pglock.NewLock(ctx, bay, g.db)
	if err != nil {
		return err
	}
	defer l.Close()
	if _, err := l.Lock(ctx); err != nil { // want nolost
		return err
	}
	var cars int
	if err := g.db.QueryRowContext(ctx, "SELECT cars FROM bays WHERE id = $1", bay).Scan(&cars); err != nil {
		return err
	}
	_, err = g.db.ExecContext(ctx, "UPDATE bays SET cars = $1 WHERE id = $2", cars+1, bay) // want unfenced
	return err
}

// Leave looks, and expects a state: the lock's connection is not the write's.
func (g *Garage) Leave(ctx context.Context, bay int64) error {
	l, err := pglock.NewLock(ctx, bay, g.db)
	if err != nil {
		return err
	}
	defer l.Close()
	ok, err := l.Lock(ctx) // ok nolost: the bool is looked at
	if err != nil {
		return err
	}
	if !ok {
		return errFull
	}
	defer l.Unlock(context.WithoutCancel(ctx))                                                                 // ok plaindel: lives longer than the work
	res, err := g.db.ExecContext(ctx, "UPDATE bays SET state = 'free' WHERE id = $1 AND state = 'taken'", bay) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errFull
	}
	return nil
}

// Wash unlocks with a dead context.
func (g *Garage) Wash(ctx context.Context, bay int64, wash func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	l, err := pglock.NewLock(ctx, bay, g.db)
	if err != nil {
		cancel()
		return err
	}
	defer l.Close()
	if err := l.WaitAndLock(ctx); err != nil {
		cancel()
		return err
	}
	defer l.Unlock(ctx) // want plaindel
	defer cancel()
	return wash(ctx)
}
