// Package saddlers makes saddles at a bench whose row is prolonged.
package saddlers

import (
	"context"
	"database/sql"
	"time"
)

// Saddler makes saddles.
type Saddler struct {
	db    *sql.DB
	id    string
	bench string
}

// New takes a bench and returns its saddler. Lost is called when the bench is
// somebody else's.
func New(ctx context.Context, db *sql.DB, id, bench string, lost func(error)) (*Saddler, error) {
	res, err := db.ExecContext(ctx, `UPDATE bench_locks SET saddler = ?, expires_at = NOW() + INTERVAL 90 SECOND
		WHERE bench = ? AND expires_at < NOW()`, id, bench)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, sql.ErrNoRows
	}
	s := &Saddler{db: db, id: id, bench: bench}
	go s.prolong(lost)
	return s, nil
}

func (s *Saddler) prolong(lost func(error)) {
	for {
		time.Sleep(30 * time.Second)
		res, err := s.db.Exec(`UPDATE bench_locks SET expires_at = NOW() + INTERVAL 90 SECOND WHERE bench = ? AND saddler = ?`, s.bench, s.id) // want nolost
		if err != nil {
			lost(err)
			continue
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			lost(err)
		}
	}
}
