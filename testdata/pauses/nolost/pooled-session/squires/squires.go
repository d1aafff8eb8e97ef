// Package squires takes a row, which belongs to no connection, through the pool.
package squires

import (
	"context"
	"database/sql"
	"errors"
)

var errHorse = errors.New("squires: the horse is out")

// Stable has horses.
type Stable struct{ db *sql.DB }

// Ride rides a horse for at most a minute.
func (s *Stable) Ride(ctx context.Context, horse, squire string, ride func(context.Context) error) error {
	res, err := s.db.ExecContext(ctx, `UPDATE horse_locks SET squire = ?, expires_at = NOW() + INTERVAL 60 SECOND
		WHERE horse = ? AND (squire IS NULL OR expires_at < NOW())`, squire, horse)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errHorse)
	}
	defer s.db.ExecContext(context.WithoutCancel(ctx), `UPDATE horse_locks SET squire = NULL WHERE horse = ? AND squire = ?`, horse, squire)
	return ride(ctx)
}
