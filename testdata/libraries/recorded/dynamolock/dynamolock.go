// Package dynamolock stores wine.
package dynamolock

import (
	"context"
	"database/sql"
	"time"

	"cirello.io/dynamolock/v5"
)

type Cellar struct {
	locks *dynamolock.Client
	db    *sql.DB
}

// Store drops what a heartbeat says, writes what it read, and releases with a
// context that has ended.
func (c *Cellar) Store(ctx context.Context, rack string) error {
	ctx, cancel := context.WithCancel(ctx)
	l, err := c.locks.AcquireLock(ctx, rack, dynamolock.FailIfLocked()) // maybe nolost
	if err != nil {
		cancel()
		return err
	}
	defer l.Close(ctx) // want plaindel
	defer cancel()
	var bottles int
	if err := c.db.QueryRowContext(ctx, "SELECT bottles FROM racks WHERE id = $1", rack).Scan(&bottles); err != nil {
		return err
	}
	c.locks.SendHeartbeat(ctx, l)                                                                  // want nolost
	_, err = c.db.ExecContext(ctx, "UPDATE racks SET bottles = $1 WHERE id = $2", bottles+1, rack) // want unfenced
	return err
}

// Pour is told of the danger by the session monitor, and expects a state.
func (c *Cellar) Pour(ctx context.Context, rack string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l, err := c.locks.AcquireLock(ctx, rack, dynamolock.WithSessionMonitor(5*time.Second, stop)) // ok nolost: the monitor ends the work
	if err != nil {
		return err
	}
	defer l.Close(context.WithoutCancel(ctx))                                                                     // ok plaindel: lives longer than the work
	res, err := c.db.ExecContext(ctx, "UPDATE racks SET state = 'poured' WHERE id = $1 AND state = 'full'", rack) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
