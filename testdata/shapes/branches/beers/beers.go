// Package beers pours beer; results have names and errors are asked what they are.
package beers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

// ErrPouring says that somebody pours.
var ErrPouring = errors.New("somebody pours")

// Bar pours.
type Bar struct {
	locks *redislock.Client
	db    *sql.DB
}

// Pour goes on without the lock.
func (b *Bar) Pour(ctx context.Context, tap string) (err error) {
	l, err := b.locks.Obtain(ctx, "tap/"+tap, 5*time.Second, nil) // want nolost
	if errors.Is(err, redislock.ErrNotObtained) {
		err = nil
	} else if err != nil {
		return
	}
	if l != nil {
		defer l.Release(context.WithoutCancel(ctx))
	}
	var left int
	if err = b.db.QueryRowContext(ctx, "SELECT left_ml FROM taps WHERE name = ?", tap).Scan(&left); err != nil {
		return
	}
	_, err = b.db.ExecContext(ctx, "UPDATE taps SET left_ml = ? WHERE name = ?", left-500, tap) // want unfenced
	return
}

// Fill stops without the lock.
func (b *Bar) Fill(ctx context.Context, tap string, fill func(context.Context) error) (err error) {
	l, err := b.locks.Obtain(ctx, "fill/"+tap, 5*time.Second, nil) // ok: every error ends it
	switch {
	case errors.Is(err, redislock.ErrNotObtained):
		return ErrPouring
	case err != nil:
		return fmt.Errorf("tap %s: %w", tap, err)
	}
	defer func() {
		if rerr := l.Release(context.WithoutCancel(ctx)); rerr != nil && !errors.Is(rerr, redislock.ErrLockNotHeld) { // ok: the library compares
			err = errors.Join(err, rerr)
		}
	}()
	return fill(ctx)
}

func (b *Bar) obtain(ctx context.Context, tap string) (l *redislock.Lock, err error) {
	defer func() {
		if errors.Is(err, redislock.ErrNotObtained) {
			err = fmt.Errorf("%w: %s", ErrPouring, tap)
		}
	}()
	return b.locks.Obtain(ctx, "wrapped/"+tap, 5*time.Second, nil)
}

// Rinse gets a wrapped error.
func (b *Bar) Rinse(ctx context.Context, tap string, rinse func(context.Context) error) error {
	l, err := b.obtain(ctx, tap) // ok: every error ends it
	if errors.Is(err, ErrPouring) {
		return nil
	}
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return rinse(ctx)
}

// Menu goes on without the lock on purpose: it only shows what was cached.
func (b *Bar) Menu(ctx context.Context, show func(fresh bool)) error {
	l, err := b.locks.Obtain(ctx, "menu", time.Second, nil) // ok: harmless without
	if err != nil && !errors.Is(err, redislock.ErrNotObtained) {
		return err
	}
	if l != nil {
		defer l.Release(context.WithoutCancel(ctx))
	}
	show(err == nil)
	return nil
}

// Change writes where nobody else has.
func (b *Bar) Change(ctx context.Context, tap string) (changed bool, err error) {
	l, err := b.obtain(ctx, tap)
	if err != nil {
		return false, err
	}
	defer l.Release(context.WithoutCancel(ctx))
	res, err := b.db.ExecContext(ctx, "UPDATE taps SET state = 'empty' WHERE name = ? AND state = 'full'", tap) // ok: the expected state
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
