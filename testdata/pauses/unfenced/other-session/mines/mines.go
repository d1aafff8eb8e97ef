// Package mines uses a connection of its own for lock and writes.
package mines

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Mine is worked by one process.
type Mine struct {
	dsn  string
	conn *pgx.Conn
	id   int64
}

// Open connects and takes the mine.
func Open(ctx context.Context, dsn string, id int64) (*Mine, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return &Mine{dsn: dsn, conn: conn, id: id}, nil
}

// Dig notes the depth.
func (m *Mine) Dig(ctx context.Context, depth int) error {
	_, err := m.conn.Exec(ctx, `UPDATE mines SET depth = $1 WHERE id = $2`, depth, m.id)
	return err
}

// Close ends the connection, and the lock with it.
func (m *Mine) Close(ctx context.Context) error {
	_, err := m.conn.Exec(ctx, `SELECT pg_advisory_unlock($1)`, m.id)
	if cerr := m.conn.Close(ctx); err == nil {
		err = cerr
	}
	return err
}
