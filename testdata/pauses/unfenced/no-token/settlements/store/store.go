// Package store keeps settlements.
package store

import (
	"context"
	"database/sql"
)

// Store is the table of settlements.
type Store struct{ DB *sql.DB }

// Open reads what a merchant is owed.
func (s *Store) Open(ctx context.Context, merchant string) (cents int64, err error) {
	err = s.DB.QueryRowContext(ctx, `SELECT open_cents FROM settlements WHERE merchant = $1`, merchant).Scan(&cents)
	return cents, err
}

// Set writes what a merchant is owed.
func (s *Store) Set(ctx context.Context, merchant string, cents int64) error {
	_, err := s.DB.ExecContext(ctx, `UPDATE settlements SET open_cents = $1 WHERE merchant = $2`, cents, merchant) // maybe unfenced
	return err
}
