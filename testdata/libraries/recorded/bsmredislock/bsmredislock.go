// Package bsmredislock rows boats.
package bsmredislock

import (
	"context"
	"database/sql"
	"errors"
	"time"

	lock "github.com/bsm/redis-lock"
)

var errRowed = errors.New("another one rows")

// Row lives thirty nanoseconds.
func Row(c lock.RedisClient, boat string, row func() error) error {
	l, err := lock.Obtain(c, "boat:"+boat, &lock.Options{LockTimeout: 30}) // want setnxexpire
	if err != nil {
		return err
	}
	defer l.Unlock()
	return row()
}

// Sail drops the bool, and writes what it read.
func Sail(db *sql.DB, c lock.RedisClient, boat string) error {
	l := lock.New(c, "sail:"+boat, &lock.Options{LockTimeout: time.Minute})
	if _, err := l.Lock(); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	var knots int
	if err := db.QueryRow("SELECT knots FROM boats WHERE id = ?", boat).Scan(&knots); err != nil {
		return err
	}
	_, err := db.Exec("UPDATE boats SET knots = ? WHERE id = ?", knots+1, boat) // want unfenced
	return err
}

// Moor looks, and expects a state.
func Moor(ctx context.Context, db *sql.DB, c lock.RedisClient, boat string) error {
	l := lock.New(c, "moor:"+boat, &lock.Options{LockTimeout: time.Minute})
	ok, err := l.LockWithContext(ctx) // ok setnxexpire: a duration. ok nolost: the bool is looked at
	if err != nil {
		return err
	}
	if !ok {
		return errRowed
	}
	defer l.Unlock()
	res, err := db.ExecContext(ctx, "UPDATE boats SET state = 'moored' WHERE id = ? AND state = 'out'", boat) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRowed
	}
	return nil
}
