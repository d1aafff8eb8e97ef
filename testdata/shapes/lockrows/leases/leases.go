// Package leases ends leases by setting their expiry, beside heartbeats that are
// set to the clock as well.
package leases

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errHeld = errors.New("leases: held")

// Clock ends its lease now, in the statement.
type Clock struct {
	db *sql.DB
	me string
}

func (c *Clock) Acquire(ctx context.Context, name string) error {
	res, err := c.db.ExecContext(ctx, `UPDATE clocks SET owner = ?, expires_at = NOW() + INTERVAL 30 SECOND
		WHERE name = ? AND (owner IS NULL OR expires_at < NOW())`, c.me, name)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func (c *Clock) Release(ctx context.Context, name string) {
	c.db.ExecContext(ctx, `UPDATE clocks SET expires_at = NOW() WHERE name = ? AND owner = ?`, name, c.me)
}

// Given ends its lease by an argument.
type Given struct {
	db *sql.DB
	me string
}

func (g *Given) Acquire(ctx context.Context, name string) error {
	now := time.Now()
	res, err := g.db.ExecContext(ctx, `UPDATE givens SET owner = $1, until = $2 WHERE name = $3 AND until < $4`, g.me, now.Add(time.Minute), name, now)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func (g *Given) Release(ctx context.Context, name string) {
	g.db.ExecContext(ctx, `UPDATE givens SET until = $1 WHERE name = $2 AND owner = $3`, time.Now().UTC(), name, g.me)
}

// Epoch ends its lease with the zero time, and anybody's.
type Epoch struct {
	db *sql.DB
	me string
}

func (e *Epoch) Acquire(ctx context.Context, name string) error {
	now := time.Now()
	res, err := e.db.ExecContext(ctx, `UPDATE epochs SET owner = $1, until = $2 WHERE name = $3 AND until < now()`, e.me, now.Add(time.Minute), name)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func (e *Epoch) Release(ctx context.Context, name string) {
	e.db.ExecContext(ctx, `UPDATE epochs SET until = '1970-01-01' WHERE name = $1`, name) // want plaindel
}

// Beat holds its row by a heartbeat: what is set to the clock is old later.
type Beat struct {
	db *sql.DB
	me string
}

func (b *Beat) Acquire(ctx context.Context, name string) error {
	res, err := b.db.ExecContext(ctx, `UPDATE beats SET owner = $1, seen = now() WHERE name = $2 AND seen < now() - interval '1 minute'`, b.me, name)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func (b *Beat) Run(ctx context.Context, name string, work func(context.Context) error) error {
	if err := b.Acquire(ctx, name); err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		t := time.NewTicker(20 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-stop:
				return
			case <-t.C:
				b.db.ExecContext(ctx, `UPDATE beats SET seen = now() WHERE name = $1 AND owner = $2`, name, b.me) // want nolost
			}
		}
	}()
	return work(ctx)
}
