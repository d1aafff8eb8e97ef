// Package sheriffs closes the books of a county once a night.
package sheriffs

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

var errCounty = errors.New("sheriffs: another host closes the county's books")

// Office closes books.
type Office struct {
	db *gorm.DB
}

// Close closes the books of a county, on one connection.
func (o *Office) Close(ctx context.Context, county string, day time.Time, sum func(context.Context, *gorm.DB, time.Time) error) error {
	return o.db.WithContext(ctx).Connection(func(tx *gorm.DB) error {
		var got int
		if err := tx.Raw("SELECT GET_LOCK(?, 0)", "county:"+county).Scan(&got).Error; err != nil {
			return err
		}
		if got != 1 {
			return errCounty
		}
		defer tx.Exec("SELECT RELEASE_LOCK(?)", "county:"+county)
		return sum(ctx, tx, day)
	})
}
