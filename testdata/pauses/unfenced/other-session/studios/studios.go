// Package studios books studios on one connection of gorm.
package studios

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

// Studio is a row.
type Studio struct {
	ID     uint
	Booked time.Time
	By     string
}

// Desk books studios.
type Desk struct{ db *gorm.DB }

// Book books a studio until a time.
func (d *Desk) Book(ctx context.Context, id uint, by string, until time.Time) error {
	return d.db.WithContext(ctx).Connection(func(c *gorm.DB) error {
		var ok bool
		if err := c.Raw("SELECT pg_try_advisory_lock(?)", id).Scan(&ok).Error; err != nil {
			return err
		}
		if !ok {
			return errors.New("studios: being booked")
		}
		defer c.Exec("SELECT pg_advisory_unlock(?)", id)
		var s Studio
		if err := c.First(&s, id).Error; err != nil {
			return err
		}
		if s.Booked.After(time.Now()) {
			return errors.New("studios: booked by " + s.By)
		}
		s.Booked, s.By = until, by
		return c.Save(&s).Error
	})
}
