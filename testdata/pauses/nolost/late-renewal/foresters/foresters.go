// Package foresters fells, one forester for each wood, by a lock row.
package foresters

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errWood = errors.New("foresters: the wood was taken")

// Forester fells.
type Forester struct {
	db *sql.DB
	id string
}

func affected(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errWood
	}
	return err
}

// Fell fells a wood; it ends when the row is lost.
func (f *Forester) Fell(ctx context.Context, wood string, fell func(context.Context) error) error {
	if err := affected(f.db.ExecContext(ctx, `UPDATE wood_locks SET forester = $1, expires_at = now() + interval '30 seconds'
		WHERE wood = $2 AND expires_at < now()`, f.id, wood)); err != nil {
		return err
	}
	defer f.db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM wood_locks WHERE wood = $1 AND forester = $2`, wood, f.id)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := affected(f.db.ExecContext(ctx, `UPDATE wood_locks SET expires_at = now() + interval '30 seconds' WHERE wood = $1 AND forester = $2`, wood, f.id)); err != nil { // want nolost
					cancel(err)
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return fell(ctx)
}
