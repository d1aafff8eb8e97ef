// Package page shows a lock in a row of Postgres, done carefully.
//
// The database's clock decides about the expiry, not the process's. Each holder
// gets a number from the row that grows: it is the fencing token, and every write
// carries it. The release compares the number. Where the work is one transaction,
// SELECT … FOR UPDATE on the rows that it changes is simpler, and needs no lock
// at all.
package page

import (
	"context"
	"database/sql"
	"errors"
)

var (
	// ErrHeld says that another process has the lock.
	ErrHeld = errors.New("the lock is held")
	// ErrLost says that a later holder has written.
	ErrLost = errors.New("a later holder has written")
)

// Close closes the books of a day.
func Close(ctx context.Context, db *sql.DB, day string, total func(context.Context) (int, error)) error {
	var token int64
	err := db.QueryRowContext(ctx, `INSERT INTO locks (name, token, expires_at)
		VALUES ($1, 1, now() + interval '30 seconds')
		ON CONFLICT (name) DO UPDATE SET token = locks.token + 1, expires_at = now() + interval '30 seconds'
		WHERE locks.expires_at < now()
		RETURNING token`, "close:"+day).Scan(&token)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrHeld
	}
	if err != nil {
		return err
	}
	// The row stays, so that the numbers go on growing.
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE locks SET expires_at = now()
		WHERE name = $1 AND token = $2`, "close:"+day, token)

	sum, err := total(ctx)
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, `UPDATE books SET total = $1, fence = $2
		WHERE day = $3 AND fence < $2`, sum, token, day)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(ErrLost, err)
	}
	return nil
}
