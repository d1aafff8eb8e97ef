// Package gardens plans beds; the result of a write is looked at by the caller.
package gardens

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

// Bed is a row.
type Bed struct {
	ID    uint
	Plant string
	State string
}

// Gardens is the repository.
type Gardens struct{ db *gorm.DB }

// plant returns whether the bed was free.
func (g *Gardens) plant(ctx context.Context, bed uint, plant string) (bool, error) {
	res := g.db.WithContext(ctx).Model(&Bed{}).Where("id = ? AND state = ?", bed, "free").Updates(Bed{Plant: plant, State: "planted"})
	return res.RowsAffected == 1, res.Error
}

// Planner plants.
type Planner struct {
	gardens *Gardens
	locks   *redislock.Client
}

// ErrTaken says that the bed is planted.
var ErrTaken = errors.New("gardens: bed is planted")

// Plant plants a plant in a bed.
func (p *Planner) Plant(ctx context.Context, bed uint, plant string) error {
	l, err := p.locks.Obtain(ctx, "garden", 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { _ = l.Release(context.WithoutCancel(ctx)) }()
	ok, err := p.gardens.plant(ctx, bed, plant)
	switch {
	case err != nil:
		return err
	case !ok:
		return ErrTaken
	}
	return nil
}
