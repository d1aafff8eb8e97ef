// Package regents seals letters in a transaction that holds the lock.
package regents

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

var errSealed = errors.New("regents: letter is being sealed")

// Letter is a letter.
type Letter struct {
	ID     int64
	Sealed bool
}

// Regent seals.
type Regent struct{ db *gorm.DB }

// Seal seals a letter.
func (r *Regent) Seal(ctx context.Context, id int64) error {
	return r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var got bool
		if err := tx.Raw("SELECT pg_try_advisory_xact_lock(?)", id).Scan(&got).Error; err != nil {
			return err
		}
		if !got {
			return errSealed
		}
		return tx.Model(&Letter{}).Where("id = ?", id).Update("sealed", true).Error
	})
}
