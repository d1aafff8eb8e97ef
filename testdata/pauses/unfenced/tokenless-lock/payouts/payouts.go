// Package payouts moves money out of merchants' balances.
package payouts

import (
	"context"
	"errors"

	"example.test/pauses/unfenced/tokenless-lock/payouts/guard"
	"gorm.io/gorm"
)

// Balance is a merchant's row.
type Balance struct {
	Merchant string `gorm:"primaryKey"`
	Cents    int64
}

// Service pays merchants.
type Service struct {
	db    *gorm.DB
	guard *guard.Guard
}

// Pay takes cents from the merchant's balance.
func (s *Service) Pay(ctx context.Context, merchant string, cents int64) error {
	return s.guard.WithLock(ctx, "merchant:"+merchant, func(ctx context.Context) error {
		var b Balance
		if err := s.db.WithContext(ctx).First(&b, "merchant = ?", merchant).Error; err != nil {
			return err
		}
		if b.Cents < cents {
			return errors.New("payouts: not enough")
		}
		b.Cents -= cents
		return s.db.WithContext(ctx).Save(&b).Error // want unfenced
	})
}
