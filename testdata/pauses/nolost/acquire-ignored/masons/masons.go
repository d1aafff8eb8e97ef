// Package masons hands out blocks, one mason each, by rows of gorm.
package masons

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Hold is the row of a block that somebody works on.
type Hold struct {
	Block   string `gorm:"primaryKey"`
	Mason   string
	Expires time.Time
}

// ErrHeld says that another mason has the block.
var ErrHeld = errors.New("masons: block is held")

// Yard has blocks.
type Yard struct {
	db *gorm.DB
}

func (y *Yard) hold(ctx context.Context, block, mason string) error {
	got := y.db.WithContext(ctx).
		Clauses(clause.OnConflict{DoNothing: true}).
		Create(&Hold{Block: block, Mason: mason, Expires: time.Now().Add(10 * time.Minute)})
	if got.Error != nil {
		return got.Error
	}
	if got.RowsAffected == 0 {
		return ErrHeld
	}
	return nil
}

func (y *Yard) drop(ctx context.Context, block, mason string) error {
	return y.db.WithContext(ctx).Where("block = ? AND mason = ?", block, mason).Delete(&Hold{}).Error
}

// Carve carves a block.
func (y *Yard) Carve(ctx context.Context, block, mason string, carve func(context.Context) error) (err error) {
	if err := y.hold(ctx, block, mason); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, y.drop(context.WithoutCancel(ctx), block, mason)) }()
	return carve(ctx)
}
