// Package spindle leads a choir with a lock in Spanner.
package spindle

import (
	"context"
	"database/sql"

	"github.com/flowerinthenight/spindle/v2"
)

type Choir struct {
	lock *spindle.Lock
	db   *sql.DB
}

// Sing takes spindle's number for a fencing token: it is a hash, and does not
// grow.
func (c *Choir) Sing(ctx context.Context, song string) error {
	leads, _ := c.lock.HasLock()
	if !leads {
		return nil
	}
	var verses int
	if err := c.db.QueryRowContext(ctx, "SELECT verses FROM songs WHERE title = $1", song).Scan(&verses); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, "UPDATE songs SET verses = $1 WHERE title = $2", verses+1, song) // want unfenced
	return err
}

// Hum lets the store decide.
func (c *Choir) Hum(ctx context.Context, song string) error {
	leads, _ := c.lock.HasLock() // ok nolost: asked before each piece of work
	if !leads {
		return nil
	}
	res, err := c.db.ExecContext(ctx, "UPDATE songs SET state = 'sung' WHERE title = $1 AND state = 'new'", song) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

// Clap does not look who leads.
func (c *Choir) Clap(clap func() error) error {
	c.lock.HasLock() // want nolost
	return clap()
}
