// Package geese counts geese under locks of a type of its own.
package geese

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

// Pen is a lock on one pen.
type Pen struct {
	locks *redislock.Client
	held  *redislock.Lock
	name  string
}

// NewPen makes a lock.
func NewPen(locks *redislock.Client, name string) *Pen {
	return &Pen{locks: locks, name: "pen:" + name}
}

// Lock takes the pen.
func (p *Pen) Lock(ctx context.Context) (err error) {
	p.held, err = p.locks.Obtain(ctx, p.name, 30*time.Second, nil)
	return err
}

// Unlock gives the pen back.
func (p *Pen) Unlock(ctx context.Context) error { return p.held.Release(ctx) } // ok: the library compares

// WithLock runs f under the lock.
func (p *Pen) WithLock(ctx context.Context, f func(context.Context) error) (err error) {
	if err := p.Lock(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Unlock(context.WithoutCancel(ctx))) }()
	return f(ctx)
}

// Farm has geese in a database.
type Farm struct {
	db  *sql.DB
	pen *Pen
	rs  *redsync.Redsync
}

// Hatch adds what it reads under the lock.
func (f *Farm) Hatch(ctx context.Context, pen int64, eggs int) error {
	return f.pen.WithLock(ctx, func(ctx context.Context) error {
		var n int
		if err := f.db.QueryRowContext(ctx, "SELECT geese FROM pens WHERE id = $1", pen).Scan(&n); err != nil {
			return err
		}
		_, err := f.db.ExecContext(ctx, "UPDATE pens SET geese = $1 WHERE id = $2", n+eggs, pen) // want unfenced
		return err
	})
}

// Flock compares what it read.
func (f *Farm) Flock(ctx context.Context, pen int64, eggs int) error {
	return f.pen.WithLock(ctx, func(ctx context.Context) error {
		var n, version int
		if err := f.db.QueryRowContext(ctx, "SELECT geese, version FROM pens WHERE id = $1", pen).Scan(&n, &version); err != nil {
			return err
		}
		res, err := f.db.ExecContext(ctx, "UPDATE pens SET geese = $1, version = version + 1 WHERE id = $2 AND version = $3", n+eggs, pen, version) // ok: the version is compared
		if err != nil {
			return err
		}
		if rows, err := res.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(errors.New("pen changed"), err)
		}
		return nil
	})
}

// Count only reads.
func (f *Farm) Count(ctx context.Context, pen int64) (n int, err error) {
	err = f.pen.WithLock(ctx, func(ctx context.Context) error {
		return f.db.QueryRowContext(ctx, "SELECT geese FROM pens WHERE id = $1", pen).Scan(&n) // ok: reads
	})
	return n, err
}

// Gate is a mutex of redsync in a field.
type Gate struct{ m *redsync.Mutex }

// NewGate makes a lock.
func (f *Farm) NewGate(name string) *Gate {
	return &Gate{f.rs.NewMutex("gate:"+name, redsync.WithExpiry(15*time.Second))}
}

// Extend prolongs the lock.
func (g *Gate) Extend(ctx context.Context) (bool, error) { return g.m.ExtendContext(ctx) } // ok: returned

// Guard runs f and prolongs the lock meanwhile.
func (g *Gate) Guard(ctx context.Context, f func(context.Context) error) error {
	if err := g.m.LockContext(ctx); err != nil {
		return err
	}
	defer g.m.UnlockContext(context.WithoutCancel(ctx))
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Second):
				_, _ = g.m.ExtendContext(ctx) // want nolost
			}
		}
	}()
	return f(ctx)
}
