// Package oats feeds what the row says, in a transaction.
package oats

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

// Bin is a row.
type Bin struct {
	ID   int64
	Tons int
}

// Feeder takes oats out of bins.
type Feeder struct {
	locks *redislock.Client
	db    *gorm.DB
}

// Take takes tons out of a bin.
func (f *Feeder) Take(ctx context.Context, name string, id int64, tons int) error {
	l, err := f.locks.Obtain(ctx, "bin:"+name, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return f.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var b Bin
		if err := tx.First(&b, id).Error; err != nil {
			return err
		}
		if b.Tons < tons {
			return errors.New("oats: too little")
		}
		b.Tons -= tons
		return tx.Save(&b).Error // want unfenced
	})
}
