// Package store keeps what the ticket shop has sold.
package store

import (
	"context"
	"database/sql"
	"errors"
)

// ErrStale says that a later holder of the lock has written already.
var ErrStale = errors.New("store: the fencing token is stale")

// A Store is the shop's database.
type Store struct{ db *sql.DB }

// New returns a store on db.
func New(db *sql.DB) *Store { return &Store{db} }

// Sold returns how many tickets of an event are sold.
func (s *Store) Sold(ctx context.Context, event string) (int, error) {
	var n int
	err := s.db.QueryRowContext(ctx, `SELECT sold FROM events WHERE id = $1`, event).Scan(&n)
	return n, err
}

// SetSold writes how many tickets of an event are sold, whatever is there.
func (s *Store) SetSold(ctx context.Context, event string, n int) error {
	_, err := s.db.ExecContext(ctx, `UPDATE events SET sold = $1 WHERE id = $2`, n, event)
	return err
}

// SetSoldFenced is SetSold for the holder of a lock with a fencing token: the
// database refuses the write if it has seen a larger token.
func (s *Store) SetSoldFenced(ctx context.Context, event string, n int, token int64) error {
	res, err := s.db.ExecContext(ctx,
		`UPDATE events SET sold = $1, fence = $2 WHERE id = $3 AND fence <= $2`, n, token, event)
	if err != nil {
		return err
	}
	rows, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if rows == 0 {
		return ErrStale
	}
	return nil
}
