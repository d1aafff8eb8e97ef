// Package sqlx draws maps.
package sqlx

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
)

type Atlas struct{ db *sqlx.DB }

var errDrawn = errors.New("drawn meanwhile")

// Draw locks on the pool, does not read the answer, and frees by name.
func (a *Atlas) Draw(ctx context.Context, sheet int64, draw func() error) error {
	var ok bool
	if err := a.db.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", sheet); err != nil { // want nolost
		return err
	}
	return draw()
}

// Colour pins a connection for lock and write.
func (a *Atlas) Colour(ctx context.Context, sheet int64) error {
	conn, err := a.db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	if err := conn.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", sheet); err != nil { // ok nolost: pinned, and the answer is read
		return err
	}
	if !ok {
		return errDrawn
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", sheet)
	_, err = conn.ExecContext(ctx, "UPDATE sheets SET colour = 'blue' WHERE id = $1", sheet) // ok unfenced: the session that holds the lock
	return err
}

// Print writes through the pool while the lock is on a connection.
func (a *Atlas) Print(ctx context.Context, sheet int64) error {
	conn, err := a.db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", sheet); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", sheet)
	var copies int
	if err := a.db.GetContext(ctx, &copies, "SELECT copies FROM sheets WHERE id = $1", sheet); err != nil {
		return err
	}
	_, err = a.db.NamedExecContext(ctx, "UPDATE sheets SET copies = :copies WHERE id = :id", map[string]any{"copies": copies + 1, "id": sheet}) // want unfenced
	return err
}

// Fold keeps a lock row, and frees it by its name.
func (a *Atlas) Fold(ctx context.Context, sheet, me string, fold func() error) error {
	res, err := a.db.ExecContext(ctx, "INSERT INTO sheet_locks (sheet, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT (sheet) DO NOTHING", sheet, me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errDrawn
	}
	defer a.db.MustExec("DELETE FROM sheet_locks WHERE sheet = $1", sheet) // want plaindel
	return fold()
}

// Bind compares its owner.
func (a *Atlas) Bind(ctx context.Context, sheet, me string, bind func() error) error {
	res, err := a.db.ExecContext(ctx, "INSERT INTO bind_locks (sheet, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT (sheet) DO NOTHING", sheet, me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errDrawn
	}
	defer a.db.MustExec("DELETE FROM bind_locks WHERE sheet = $1 AND owner = $2", sheet, me) // ok plaindel: compares
	return bind()
}
