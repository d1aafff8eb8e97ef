// Package barley brews what the row says, in a transaction that locks the row.
package barley

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Silo is a row.
type Silo struct {
	ID   int64
	Tons int
}

// Brewer takes barley out of silos. The lock keeps the queue at the row short.
type Brewer struct {
	locks *redislock.Client
	db    *gorm.DB
}

// Take takes tons out of a silo.
func (b *Brewer) Take(ctx context.Context, name string, id int64, tons int) error {
	l, err := b.locks.Obtain(ctx, "silo:"+name, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var s Silo
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&s, id).Error; err != nil {
			return err
		}
		if s.Tons < tons {
			return errors.New("barley: too little")
		}
		s.Tons -= tons
		return tx.Save(&s).Error
	})
}
