// Package banjos strings under a lock that sqlx takes and gives back.
package banjos

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
)

// Guard is a named lock of the database.
type Guard struct {
	db   *sqlx.DB
	name string
}

// Lock waits ten seconds.
func (g *Guard) Lock(ctx context.Context) error {
	var got int
	if err := g.db.QueryRowxContext(ctx, "SELECT GET_LOCK(?, 10)", g.name).Scan(&got); err != nil { // want nolost
		return err
	}
	if got != 1 {
		return errors.New("banjos: timeout")
	}
	return nil
}

// Unlock gives the lock back.
func (g *Guard) Unlock(ctx context.Context) error {
	var got int
	return g.db.QueryRowxContext(ctx, "SELECT RELEASE_LOCK(?)", g.name).Scan(&got) // maybe nolost plaindel
}

// String strings a banjo.
func String(ctx context.Context, db *sqlx.DB, banjo string, string func(context.Context) error) error {
	g := &Guard{db, "banjo/" + banjo}
	if err := g.Lock(ctx); err != nil {
		return err
	}
	defer g.Unlock(context.WithoutCancel(ctx))
	return string(ctx)
}
