// Package smiths forges, one smith for each forge.
package smiths

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ForgeLock is the row of a forge.
type ForgeLock struct {
	Forge     string `gorm:"primaryKey"`
	Smith     string
	ExpiresAt time.Time
}

const hold = 2 * time.Minute

var errForge = errors.New("smiths: the forge is another's")

// Smith forges.
type Smith struct {
	db *gorm.DB
	id string
}

func (s *Smith) renew(ctx context.Context, forge string) error {
	res := s.db.WithContext(ctx).Model(&ForgeLock{}).
		Where("forge = ? AND smith = ?", forge, s.id).
		Update("expires_at", time.Now().Add(hold))
	if res.Error == nil && res.RowsAffected == 0 {
		return errForge
	}
	return res.Error
}

// Forge forges until the iron is done or the row is lost.
func (s *Smith) Forge(ctx context.Context, forge string, work func(context.Context) error) error {
	res := s.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).
		Create(&ForgeLock{Forge: forge, Smith: s.id, ExpiresAt: time.Now().Add(hold)})
	if res.Error != nil || res.RowsAffected == 0 {
		return errors.Join(res.Error, errForge)
	}
	defer s.db.Where("forge = ? AND smith = ?", forge, s.id).Delete(&ForgeLock{})
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(hold / 4):
				if err := s.renew(ctx, forge); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}
