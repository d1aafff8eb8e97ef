// Package queues moves the head of a queue.
package queues

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"
)

// Queue is a queue in the table queues.
type Queue struct {
	db   *bun.DB
	name string
}

// Advance moves the head to the position.
func (q *Queue) Advance(ctx context.Context, to int64) error {
	conn, err := q.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok sql.NullBool
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(hashtext(?))`, q.name).Scan(&ok); err != nil {
		return err
	}
	if !ok.Bool {
		return errors.New("queues: locked")
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(hashtext(?))`, q.name)

	_, err = q.db.NewUpdate().Table("queues").Set("head = ?", to).Where("name = ?", q.name).Exec(ctx) // want unfenced
	return err
}
