// Package repo stores kilts.
package repo

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// ErrStale says that the kilt has changed.
var ErrStale = errors.New("kilt has changed")

// Kilt is a row.
type Kilt struct {
	ID      uint
	Clan    string
	Stock   int
	Version int
}

// Kilts is the repository.
type Kilts struct{ db *gorm.DB }

// New makes a repository.
func New(db *gorm.DB) *Kilts { return &Kilts{db} }

// Find reads a kilt.
func (r *Kilts) Find(ctx context.Context, id uint) (*Kilt, error) {
	var k Kilt
	return &k, r.db.WithContext(ctx).First(&k, id).Error
}

// Store writes a kilt.
func (r *Kilts) Store(ctx context.Context, k *Kilt) error {
	return r.db.WithContext(ctx).Save(k).Error // maybe unfenced
}

// Swap writes the stock of an unchanged kilt.
func (r *Kilts) Swap(ctx context.Context, k *Kilt, stock int) error {
	res := r.db.WithContext(ctx).Model(&Kilt{}).Where("id = ? AND version = ?", k.ID, k.Version).
		Updates(map[string]any{"stock": stock, "version": k.Version + 1}) // ok: conditional
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return ErrStale
	}
	return nil
}
