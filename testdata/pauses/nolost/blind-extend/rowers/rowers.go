// Package rowers reserves boats by rows of a table.
package rowers

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errBoat = errors.New("rowers: the boat is out")

// Boathouse has boats.
type Boathouse struct {
	db   *sql.DB
	crew string
}

const (
	reserve = `UPDATE boat_locks SET holder = $1, expires_at = now() + interval '60 seconds' WHERE boat = $2 AND (holder IS NULL OR expires_at < now())`
	prolong = `UPDATE boat_locks SET expires_at = now() + interval '60 seconds' WHERE boat = $1`
	giveUp  = `UPDATE boat_locks SET holder = NULL WHERE boat = $1 AND holder = $2`
)

func one(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errBoat
	}
	return err
}

// Row rows as many laps as there are, with a look at the lock after each.
func (b *Boathouse) Row(ctx context.Context, boat string, laps int, row func(context.Context) error) error {
	if err := one(b.db.ExecContext(ctx, reserve, b.crew, boat)); err != nil {
		return err
	}
	defer b.db.ExecContext(context.WithoutCancel(ctx), giveUp, boat, b.crew)
	last := time.Now()
	for range laps {
		if err := row(ctx); err != nil {
			return err
		}
		if time.Since(last) < 20*time.Second {
			continue
		}
		if err := one(b.db.ExecContext(ctx, prolong, boat)); err != nil { // want nolost
			return err
		}
		last = time.Now()
	}
	return nil
}
