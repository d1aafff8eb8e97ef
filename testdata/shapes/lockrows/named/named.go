// Package named gives statements their arguments by name.
package named

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jmoiron/sqlx"
)

var errHeld = errors.New("named: held")

// Lease takes its row by name and frees it by its owner.
type Lease struct {
	db *sqlx.DB
	me string
}

func (l *Lease) Acquire(ctx context.Context, name string) error {
	res, err := l.db.NamedExecContext(ctx, `UPDATE leases SET owner = :me, until = :until WHERE name = :name AND until < now()`,
		map[string]any{"me": l.me, "name": name, "until": time.Now().Add(time.Minute)})
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func (l *Lease) Release(ctx context.Context, name string) error {
	_, err := l.db.ExecContext(ctx, `UPDATE leases SET owner = NULL WHERE name = @name AND owner = @me`, sql.Named("name", name), sql.Named("me", l.me))
	return err
}

// Gate frees its row whoever has it.
type Gate struct {
	db *sqlx.DB
	me string
}

func (g *Gate) Acquire(ctx context.Context, name string) error {
	q, args, err := sqlx.Named(`UPDATE gates SET owner = :me, until = now() + interval '1 minute' WHERE name = :name AND until < now()`,
		map[string]any{"me": g.me, "name": name})
	if err != nil {
		return err
	}
	res, err := g.db.ExecContext(ctx, g.db.Rebind(q), args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func (g *Gate) Release(ctx context.Context, name string) error {
	_, err := g.db.NamedExecContext(ctx, `UPDATE gates SET owner = NULL WHERE name = :name`, map[string]any{"name": name}) // want plaindel
	return err
}
