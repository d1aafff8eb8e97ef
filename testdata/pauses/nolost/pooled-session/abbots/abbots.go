// Package abbots appoints monks, one abbey at a time.
package abbots

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
)

// Order has abbeys.
type Order struct {
	db      *sql.DB
	appoint func(ctx context.Context, abbey string) error
}

func number(abbey string) int64 { return int64(crc32.ChecksumIEEE([]byte(abbey))) }

// hold is a lock on the connection that took it.
type hold struct {
	conn  *sql.Conn
	abbey string
}

func (o *Order) lock(ctx context.Context, abbey string) (*hold, error) {
	conn, err := o.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", number(abbey)); err != nil {
		return nil, errors.Join(fmt.Errorf("abbots: lock %s: %w", abbey, err), conn.Close())
	}
	return &hold{conn, abbey}, nil
}

func (h *hold) unlock(ctx context.Context) error {
	_, err := h.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", number(h.abbey))
	return errors.Join(err, h.conn.Close())
}

// Appoint appoints a monk.
func (o *Order) Appoint(ctx context.Context, abbey string) (err error) {
	h, err := o.lock(ctx, abbey)
	if err != nil {
		return err
	}
	defer func() {
		if uerr := h.unlock(context.WithoutCancel(ctx)); err == nil {
			err = uerr
		}
	}()
	return o.appoint(ctx, abbey)
}
