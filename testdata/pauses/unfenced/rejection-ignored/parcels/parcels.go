// Package parcels moves parcels between shelves.
package parcels

import (
	"context"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/zap"
)

// Shelf moves parcels.
type Shelf struct {
	log  *zap.Logger
	rs   *redsync.Redsync
	pool *pgxpool.Pool
}

// Move moves a parcel from one shelf to another.
func (s *Shelf) Move(ctx context.Context, parcel int64, from, to string) error {
	mu := s.rs.NewMutex(fmt.Sprintf("parcel-%d", parcel), redsync.WithExpiry(6*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		if ok, err := mu.UnlockContext(context.WithoutCancel(ctx)); !ok || err != nil {
			s.log.Warn("unlock", zap.Int64("parcel", parcel), zap.Error(err))
		}
	}()
	if _, err := s.pool.Exec(ctx, `UPDATE parcels SET shelf = $1 WHERE id = $2 AND shelf = $3`, to, parcel, from); err != nil { // want unfenced
		return fmt.Errorf("move parcel %d: %w", parcel, err)
	}
	s.log.Info("moved", zap.Int64("parcel", parcel), zap.String("to", to))
	return nil
}
