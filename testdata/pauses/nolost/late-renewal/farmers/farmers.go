// Package farmers ploughs, one farmer for each field, by a lock row.
package farmers

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errField = errors.New("farmers: the field was taken")

// Farmer ploughs.
type Farmer struct {
	db *sql.DB
	id string
}

func affected(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errField
	}
	return err
}

// Plough ploughs a field; it ends when the row is lost.
func (f *Farmer) Plough(ctx context.Context, field string, plough func(context.Context) error) error {
	if err := affected(f.db.ExecContext(ctx, `UPDATE field_locks SET farmer = $1, expires_at = now() + interval '60 seconds'
		WHERE field = $2 AND expires_at < now()`, f.id, field)); err != nil {
		return err
	}
	defer f.db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM field_locks WHERE field = $1 AND farmer = $2`, field, f.id)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := affected(f.db.ExecContext(ctx, `UPDATE field_locks SET expires_at = now() + interval '60 seconds'
					WHERE field = $1 AND farmer = $2`, field, f.id)); err != nil {
					cancel(err)
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return plough(ctx)
}
