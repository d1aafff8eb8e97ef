// Package mayors closes the accounts of a town once a night.
package mayors

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

var errTown = errors.New("mayors: another host closes the town's accounts")

// Hall closes accounts.
type Hall struct {
	db *gorm.DB
}

// Close closes the accounts of a town.
func (h *Hall) Close(ctx context.Context, town string, day time.Time, sum func(context.Context, time.Time) error) error {
	db := h.db.WithContext(ctx)
	var got int
	if err := db.Raw("SELECT GET_LOCK(?, 0)", "town:"+town).Scan(&got).Error; err != nil { // want nolost
		return err
	}
	if got != 1 {
		return errTown
	}
	defer db.Exec("SELECT RELEASE_LOCK(?)", "town:"+town) // maybe nolost plaindel
	return sum(ctx, day)
}
