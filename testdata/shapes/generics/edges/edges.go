// Package edges trims edges; lockers are chosen by a type parameter.
package edges

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

var errUneven = errors.New("edge has changed")

// Unlocker unlocks.
type Unlocker interface{ Unlock(context.Context) error }

// Locker makes an Unlocker.
type Locker[U Unlocker] interface {
	Lock(ctx context.Context, name string) (U, error)
}

// Held is a lock of redislock.
type Held struct{ l *redislock.Lock }

// Unlock releases.
func (h Held) Unlock(ctx context.Context) error { return h.l.Release(ctx) } // ok: the library compares

// Obtainer locks with redislock.
type Obtainer struct{ C *redislock.Client }

// Lock obtains.
func (o Obtainer) Lock(ctx context.Context, name string) (Held, error) {
	l, err := o.C.Obtain(ctx, name, 10*time.Second, nil)
	return Held{l}, err
}

// Mutex is a lock of redsync.
type Mutex struct{ m *redsync.Mutex }

// Unlock unlocks.
func (m Mutex) Unlock(ctx context.Context) error {
	_, err := m.m.UnlockContext(ctx) // ok: the library compares
	return err
}

// Syncer locks with redsync.
type Syncer struct{ R *redsync.Redsync }

// Lock locks.
func (s Syncer) Lock(ctx context.Context, name string) (Mutex, error) {
	m := s.R.NewMutex(name)
	return Mutex{m}, m.LockContext(ctx)
}

// With runs f under a lock of any kind.
func With[L Locker[U], U Unlocker](ctx context.Context, l L, name string, f func(context.Context) error) (err error) {
	u, err := l.Lock(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, u.Unlock(context.WithoutCancel(ctx))) }()
	return f(ctx)
}

// Trim writes what it read.
func Trim(ctx context.Context, db *sql.DB, o Obtainer, edge int64) error {
	return With(ctx, o, "edges/trim", func(ctx context.Context) error {
		var mm int
		if err := db.QueryRowContext(ctx, "SELECT mm FROM edges WHERE id = ?", edge).Scan(&mm); err != nil {
			return err
		}
		_, err := db.ExecContext(ctx, "UPDATE edges SET mm = ? WHERE id = ?", mm-1, edge) // want unfenced
		return err
	})
}

// Sand expects what it read.
func Sand(ctx context.Context, db *sql.DB, s Syncer, edge int64) error {
	return With(ctx, s, "edges/sand", func(ctx context.Context) error {
		var mm int
		if err := db.QueryRowContext(ctx, "SELECT mm FROM edges WHERE id = ?", edge).Scan(&mm); err != nil {
			return err
		}
		res, err := db.ExecContext(ctx, "UPDATE edges SET mm = ? WHERE id = ? AND mm = ?", mm-1, edge, mm) // ok: compared by the statement
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(errUneven, err)
		}
		return nil
	})
}

// Check reads.
func Check(ctx context.Context, db *sql.DB, s Syncer, edge int64) (mm int, err error) {
	err = With(ctx, s, "edges/check", func(ctx context.Context) error {
		return db.QueryRowContext(ctx, "SELECT mm FROM edges WHERE id = ?", edge).Scan(&mm) // ok: reads
	})
	return mm, err
}
