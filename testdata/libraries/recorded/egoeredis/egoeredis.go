// Package egoeredis knits socks.
package egoeredis

import (
	"context"
	"database/sql"
	"time"

	"github.com/gotomicro/ego-component/eredis"
)

type obtainer interface {
	Obtain(ctx context.Context, key string, ttl time.Duration, opts ...eredis.LockOption) (*eredis.Lock, error)
}

type Knitter struct {
	locks obtainer
	db    *sql.DB
}

// Knit lives thirty nanoseconds.
func (k *Knitter) Knit(ctx context.Context, knit func() error) error {
	l, err := k.locks.Obtain(ctx, "socks", 30) // want setnxexpire
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return knit()
}

// Darn drops what a renewal says, writes what it read, and releases with a
// context that has ended.
func (k *Knitter) Darn(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	l, err := k.locks.Obtain(ctx, "holes", time.Minute)
	if err != nil {
		cancel()
		return err
	}
	defer l.Release(ctx) // want plaindel
	defer cancel()
	var holes int
	if err := k.db.QueryRowContext(ctx, "SELECT holes FROM socks").Scan(&holes); err != nil {
		return err
	}
	l.Refresh(ctx, time.Minute)                                                         // want nolost
	_, err = k.db.ExecContext(ctx, "UPDATE socks SET holes = $1 WHERE id = 1", holes-1) // want unfenced
	return err
}

// Wash ends with the renewal, and expects a state.
func (k *Knitter) Wash(ctx context.Context) error {
	l, err := k.locks.Obtain(ctx, "wash", time.Minute) // ok setnxexpire: a duration
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))         // ok plaindel: lives longer than the work
	if err := l.Refresh(ctx, time.Minute); err != nil { // ok nolost: the work ends
		return err
	}
	res, err := k.db.ExecContext(ctx, "UPDATE socks SET state = 'clean' WHERE id = 1 AND state = 'dirty'") // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
