// Package firs renews a row, and says so on a page that nobody must read.
package firs

import (
	"context"
	"database/sql"
	"expvar"
	"time"
)

var misses = expvar.NewInt("firs_misses")

// Feller fells.
type Feller struct {
	db   *sql.DB
	me   string
	fell func(context.Context, string) error
}

func (f *Feller) beat(ctx context.Context, wood string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(20 * time.Second):
		}
		res, err := f.db.ExecContext(ctx, `UPDATE wood_locks SET expires_at = now() + interval '60 seconds' WHERE wood = $1 AND holder = $2`, wood, f.me) // want nolost
		if err != nil {
			misses.Add(1)
			continue
		}
		if n, _ := res.RowsAffected(); n == 0 {
			misses.Add(1)
		}
	}
}

// Fell fells the trees of a wood.
func (f *Feller) Fell(ctx context.Context, wood string, trees []string) error {
	res, err := f.db.ExecContext(ctx, `INSERT INTO wood_locks (wood, holder, expires_at) VALUES ($1, $2, now() + interval '60 seconds') ON CONFLICT (wood) DO NOTHING`, wood, f.me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	defer f.db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM wood_locks WHERE wood = $1 AND holder = $2`, wood, f.me)
	bctx, stop := context.WithCancel(ctx)
	defer stop()
	go f.beat(bctx, wood)
	for _, t := range trees {
		if err := f.fell(ctx, t); err != nil {
			return err
		}
	}
	return nil
}
