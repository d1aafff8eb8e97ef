// Package envoys travels with one connection of its own and no pool.
package envoys

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Envoy has a connection.
type Envoy struct {
	conn *pgx.Conn
	id   int64
}

// New connects.
func New(ctx context.Context, dsn string, id int64) (*Envoy, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	return &Envoy{conn: conn, id: id}, nil
}

// Close disconnects, which unlocks what is locked.
func (e *Envoy) Close(ctx context.Context) error { return e.conn.Close(ctx) }

// Visit visits a court while nobody else does.
func (e *Envoy) Visit(ctx context.Context, visit func(context.Context, *pgx.Conn) error) (err error) {
	if _, err := e.conn.Exec(ctx, "SELECT pg_advisory_lock($1)", e.id); err != nil {
		return err
	}
	defer func() {
		_, uerr := e.conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", e.id)
		err = errors.Join(err, uerr)
	}()
	return visit(ctx, e.conn)
}
