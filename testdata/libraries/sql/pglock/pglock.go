// Package pglock numbers tickets.
package pglock

import (
	"context"
	"database/sql"
	"errors"

	"cirello.io/pglock"
)

type Booth struct {
	locks *pglock.Client
	db    *sql.DB
}

var errNumbered = errors.New("a later holder has written")

// Number drops what a heartbeat says, and writes without the token.
func (b *Booth) Number(ctx context.Context, roll string) error {
	l, err := b.locks.AcquireContext(ctx, roll)
	if err != nil {
		return err
	}
	defer l.Close()
	var next int
	if err := b.db.QueryRowContext(ctx, "SELECT next FROM rolls WHERE id = $1", roll).Scan(&next); err != nil {
		return err
	}
	b.locks.SendHeartbeat(ctx, l)                                                            // want nolost
	_, err = b.db.ExecContext(ctx, "UPDATE rolls SET next = $1 WHERE id = $2", next+1, roll) // want unfenced
	return err
}

// Punch ends when the heartbeat fails, and its write carries the token: it
// grows with heartbeats, too, so it is compared with <=.
func (b *Booth) Punch(ctx context.Context, roll string) error {
	l, err := b.locks.AcquireContext(ctx, roll)
	if err != nil {
		return err
	}
	defer l.Close()                                       // ok plaindel: its own record version
	if err := b.locks.SendHeartbeat(ctx, l); err != nil { // ok nolost: the work ends
		return err
	}
	res, err := b.db.ExecContext(ctx, "UPDATE rolls SET punched = true, fence = $1 WHERE id = $2 AND fence <= $1", l.RecordVersionNumber(), roll) // ok unfenced: carries the token
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errNumbered
	}
	return nil
}

// Tear gives the lock back with a context that has ended.
func (b *Booth) Tear(ctx context.Context, roll string, tear func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	l, err := b.locks.AcquireContext(ctx, roll)
	if err != nil {
		cancel()
		return err
	}
	defer b.locks.ReleaseContext(ctx, l) // want plaindel
	defer cancel()
	return tear(ctx)
}

// Look reads a lock without acquiring it: nothing is held.
func (b *Booth) Look(ctx context.Context, roll string) error {
	if _, err := b.locks.GetContext(ctx, roll); err != nil {
		return err
	}
	_, err := b.db.ExecContext(ctx, "UPDATE rolls SET seen = $1 WHERE id = $2", roll, roll) // ok unfenced: no lock is taken
	return err
}
