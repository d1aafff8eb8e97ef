// Package redislock tunes pianos.
package redislock

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

type Workshop struct {
	locks *redislock.Client
	db    *sql.DB
}

// Tune refreshes without a look, and writes what it read.
func (w *Workshop) Tune(ctx context.Context, piano string) error {
	l, err := w.locks.Obtain(ctx, "piano:"+piano, 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var pitch float64
	if err := w.db.QueryRowContext(ctx, "SELECT pitch FROM pianos WHERE id = $1", piano).Scan(&pitch); err != nil {
		return err
	}
	l.Refresh(ctx, 20*time.Second, nil)                                                              // want nolost
	_, err = w.db.ExecContext(ctx, "UPDATE pianos SET pitch = $1 WHERE id = $2", pitch*1.001, piano) // want unfenced
	return err
}

// Voice is right.
func (w *Workshop) Voice(ctx context.Context, piano string) error {
	l, err := w.locks.Obtain(ctx, "piano:"+piano, 20*time.Second, nil) // ok setnxexpire: a duration
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // ok plaindel: random token
	var pitch float64
	var version int
	if err := w.db.QueryRowContext(ctx, "SELECT pitch, version FROM pianos WHERE id = $1", piano).Scan(&pitch, &version); err != nil {
		return err
	}
	if err := l.Refresh(ctx, 20*time.Second, nil); err != nil { // ok nolost: the work ends
		return err
	}
	res, err := w.db.ExecContext(ctx, "UPDATE pianos SET pitch = $1, version = version + 1 WHERE id = $2 AND version = $3", pitch, piano, version) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return redislock.ErrLockNotHeld
	}
	return nil
}

// Restring obtains with one token for all: Obtain succeeds for each of them.
func (w *Workshop) Restring(ctx context.Context, piano string, restring func() error) error {
	l, err := w.locks.Obtain(ctx, "strings:"+piano, time.Minute, &redislock.Options{Token: "workshop"})
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want plaindel
	return restring()
}

// Dust obtains for thirty nanoseconds.
func Dust(ctx context.Context, c redislock.RedisClient, piano string, dust func() error) error {
	l, err := redislock.Obtain(ctx, c, "dust:"+piano, 30, nil) // want setnxexpire
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return dust()
}

// Polish takes the lock again by the method that Lock promotes from its client:
// another lock object, whose failure is the caller's.
func (w *Workshop) Polish(ctx context.Context, piano string, polish func() error) error {
	l, err := w.locks.Obtain(ctx, "polish:"+piano, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if ttl, err := l.TTL(ctx); err != nil || ttl == 0 { // ok nolost: zero says that it is lost
		return redislock.ErrLockNotHeld
	}
	return polish()
}
