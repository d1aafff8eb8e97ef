// Package lifts hands the connection on in the context.
package lifts

import (
	"context"
	"database/sql"
)

type connKey struct{}

func conn(ctx context.Context) *sql.Conn { return ctx.Value(connKey{}).(*sql.Conn) }

// Lifts is a table.
type Lifts struct{ db *sql.DB }

// With runs fn with the lock of a lift and its connection in the context.
func (l *Lifts) With(ctx context.Context, lift int64, fn func(context.Context) error) error {
	c, err := l.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, lift); err != nil {
		return err
	}
	defer c.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, lift)
	return fn(context.WithValue(ctx, connKey{}, c))
}

// Send sends a lift to a floor.
func (l *Lifts) Send(ctx context.Context, lift int64, floor int) error {
	return l.With(ctx, lift, func(ctx context.Context) error {
		_, err := conn(ctx).ExecContext(ctx, `UPDATE lifts SET floor = $1 WHERE id = $2`, floor, lift)
		return err
	})
}
