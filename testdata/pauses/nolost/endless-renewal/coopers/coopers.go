// Package coopers makes barrels at a bench whose row is prolonged.
package coopers

import (
	"context"
	"database/sql"
	"time"
)

// Cooper makes barrels.
type Cooper struct {
	db    *sql.DB
	id    string
	bench string
	stop  context.CancelFunc
}

// New takes a bench and returns its cooper. Lost is called when the bench is
// somebody else's.
func New(ctx context.Context, db *sql.DB, id, bench string, lost func(error)) (*Cooper, error) {
	res, err := db.ExecContext(ctx, `UPDATE bench_locks SET cooper = ?, expires_at = NOW() + INTERVAL 90 SECOND
		WHERE bench = ? AND expires_at < NOW()`, id, bench)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, sql.ErrNoRows
	}
	c := &Cooper{db: db, id: id, bench: bench}
	ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	go c.prolong(ctx, lost)
	return c, nil
}

func (c *Cooper) prolong(ctx context.Context, lost func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(30 * time.Second):
		}
		res, err := c.db.ExecContext(ctx, `UPDATE bench_locks SET expires_at = NOW() + INTERVAL 90 SECOND WHERE bench = ? AND cooper = ?`, c.bench, c.id)
		if err != nil {
			lost(err)
			continue
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			lost(err)
		}
	}
}

// Close leaves the bench.
func (c *Cooper) Close() error {
	c.stop()
	_, err := c.db.Exec(`DELETE FROM bench_locks WHERE bench = ? AND cooper = ?`, c.bench, c.id)
	return err
}
