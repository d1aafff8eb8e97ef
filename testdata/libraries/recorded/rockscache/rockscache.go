// Package rockscache tells the time.
package rockscache

import (
	"context"
	"database/sql"

	"github.com/dtm-labs/rockscache"
	"github.com/google/uuid"
)

type Clocks struct {
	cache *rockscache.Client
	db    *sql.DB
}

// Wind does not look whether it got the lock, and writes what it read.
func (c *Clocks) Wind(ctx context.Context, clock string) error {
	me := uuid.NewString()
	c.cache.LockForUpdate(ctx, clock, me) // want nolost
	defer c.cache.UnlockForUpdate(context.WithoutCancel(ctx), clock, me)
	var turns int
	if err := c.db.QueryRowContext(ctx, "SELECT turns FROM clocks WHERE id = ?", clock).Scan(&turns); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, "UPDATE clocks SET turns = ? WHERE id = ?", turns+1, clock) // want unfenced
	return err
}

// Oil looks, and expects a state.
func (c *Clocks) Oil(ctx context.Context, clock string) error {
	me := uuid.NewString()
	if err := c.cache.LockForUpdate(ctx, clock, me); err != nil { // ok nolost: the error is looked at
		return err
	}
	defer c.cache.UnlockForUpdate(context.WithoutCancel(ctx), clock, me)                                         // ok plaindel: an owner of its own
	res, err := c.db.ExecContext(ctx, "UPDATE clocks SET state = 'oiled' WHERE id = ? AND state = 'dry'", clock) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

// Set gives every process one owner.
func (c *Clocks) Set(ctx context.Context, clock string, set func() error) error {
	if err := c.cache.LockForUpdate(ctx, clock, "clockmaker"); err != nil {
		return err
	}
	defer c.cache.UnlockForUpdate(context.WithoutCancel(ctx), clock, "clockmaker") // want plaindel
	return set()
}
