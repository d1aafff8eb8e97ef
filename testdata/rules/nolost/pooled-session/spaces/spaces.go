// Package spaces rents parking spaces.
package spaces

import (
	"context"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Locker locks on whatever connection comes.
type Locker struct{ db *sqlx.DB }

func New(db *sqlx.DB) *Locker { return &Locker{db: db} }

// Lock takes the lock of a space.
func (l *Locker) Lock(ctx context.Context, space int) error {
	var ok bool
	err := l.db.QueryRowxContext(ctx, fmt.Sprintf("SELECT pg_try_advisory_lock(7, %d)", space)).Scan(&ok) // want nolost
	if err == nil && !ok {
		err = errors.New("space is taken")
	}
	return err
}

// Unlock gives it back.
func (l *Locker) Unlock(ctx context.Context, space int) error {
	_, err := l.db.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_unlock(7, %d)", space)) // maybe nolost // maybe plaindel
	return err
}

// Park parks a car.
func Park(ctx context.Context, db *sqlx.DB, space int, park func(context.Context) error) error {
	l := New(db)
	if err := l.Lock(ctx, space); err != nil { // maybe nolost
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx), space) // maybe nolost // maybe plaindel
	return park(ctx)
}

// Pinned locks on a connection of its own.
type Pinned struct{ conn *sqlx.Conn }

// Pin takes a connection out of the pool.
func Pin(ctx context.Context, db *sqlx.DB) (*Pinned, error) {
	conn, err := db.Connx(ctx)
	if err != nil {
		return nil, err
	}
	return &Pinned{conn}, nil
}

func (p *Pinned) Lock(ctx context.Context, space int) error {
	_, err := p.conn.ExecContext(ctx, "SELECT pg_advisory_lock(7, $1)", space) // ok: pinned
	return err
}

func (p *Pinned) Unlock(ctx context.Context, space int) error {
	_, err := p.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(7, $1)", space)
	return errors.Join(err, p.conn.Close())
}

// Count reads through the pool; nothing is locked.
func Count(ctx context.Context, db *sqlx.DB) (n int, err error) {
	err = db.GetContext(ctx, &n, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") // ok: no lock is taken
	return n, err
}
