// Package inserts keeps a lock as a row that is there or not.
package inserts

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
)

var errHeld = errors.New("inserts: held")

// Locks deletes by name.
type Locks struct{ db *sql.DB }

func (l *Locks) Lock(ctx context.Context, name string) error {
	if _, err := l.db.ExecContext(ctx, `INSERT INTO locks (name, holder) VALUES ($1, $2)`, name, uuid.NewString()); err != nil { // want setnxexpire
		return errHeld
	}
	return nil
}

func (l *Locks) Unlock(ctx context.Context, name string) error {
	_, err := l.db.ExecContext(ctx, `DELETE FROM locks WHERE name = $1`, name) // want plaindel
	return err
}

// Once takes the row, works, and deletes it.
func Once(ctx context.Context, db *sql.DB, work func() error) error {
	me := uuid.NewString()
	res, err := db.ExecContext(ctx, `INSERT INTO job_locks (job, owner) VALUES ('once', ?) ON CONFLICT DO NOTHING`, me) // want setnxexpire
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM job_locks WHERE job = 'once' AND owner = ?`, me)
	return work()
}

// Basket is data: rows come and go, and an item belongs to a user.
type Basket struct{ db *sql.DB }

func (b *Basket) Add(ctx context.Context, item, user string) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO items (id, owner) VALUES ($1, $2)`, item, user)
	return err
}

func (b *Basket) Remove(ctx context.Context, item string) error {
	_, err := b.db.ExecContext(ctx, `DELETE FROM items WHERE id = $1`, item)
	return err
}

// Stage puts rows aside for the time of its work.
func Stage(ctx context.Context, db *sql.DB, batch, source string, work func() error) error {
	if _, err := db.ExecContext(ctx, `INSERT INTO staging (batch, source) VALUES ($1, $2)`, batch, source); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `DELETE FROM staging WHERE batch = $1`, batch)
	return err
}

// Doors keeps track of things that are called locks.
type Doors struct{ db *sql.DB }

func (d *Doors) Add(ctx context.Context, serial, model string) error {
	_, err := d.db.ExecContext(ctx, `INSERT INTO door_locks (serial, model) VALUES ($1, $2)`, serial, model)
	return err
}

func (d *Doors) Remove(ctx context.Context, serial string) error {
	_, err := d.db.ExecContext(ctx, `DELETE FROM door_locks WHERE serial = $1`, serial)
	return err
}
