// Package gooselock moves schemas.
package gooselock

import (
	"context"
	"database/sql"
	"time"

	"github.com/pressly/goose/v3/lock"
)

// Up does not look whether it got the lock, and gives it back with a context
// that has ended.
func Up(ctx context.Context, db *sql.DB, l lock.SessionLocker, up func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	l.SessionLock(ctx, conn)         // want nolost
	defer l.SessionUnlock(ctx, conn) // want plaindel
	defer cancel()
	return up(ctx)
}

// Down is right.
func Down(ctx context.Context, db *sql.DB, l lock.SessionLocker, down func(context.Context, *sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := l.SessionLock(ctx, conn); err != nil { // ok nolost: the error is looked at
		return err
	}
	defer l.SessionUnlock(context.WithoutCancel(ctx), conn) // ok plaindel: lives longer than the work
	return down(ctx, conn)
}

// Redo has a lease in a table, too short by its unit, and writes what it read.
func Redo(ctx context.Context, db *sql.DB) error {
	l, err := lock.NewPostgresTableLocker(lock.WithTableLeaseDuration(30))
	if err != nil {
		return err
	}
	if err := l.Lock(ctx, db); err != nil { // want setnxexpire
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx), db)
	var v int
	if err := db.QueryRowContext(ctx, "SELECT v FROM schema_state").Scan(&v); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE schema_state SET v = $1 WHERE id = 1", v+1) // want unfenced
	return err
}

// Status has a lease with a unit, and its write expects what it read.
func Status(ctx context.Context, db *sql.DB) error {
	l, err := lock.NewPostgresTableLocker(lock.WithTableLeaseDuration(30 * time.Second)) // ok setnxexpire: a duration
	if err != nil {
		return err
	}
	if err := l.Lock(ctx, db); err != nil {
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx), db)
	res, err := db.ExecContext(ctx, "UPDATE schema_state SET state = 'checked' WHERE id = 1 AND state = 'new'") // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
