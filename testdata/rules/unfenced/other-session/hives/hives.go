// Package hives keeps bees.
package hives

import (
	"context"

	"gorm.io/gorm"
)

type Hive struct {
	ID    uint
	Combs int
}

type Apiary struct{ db *gorm.DB }

// Add takes the lock on the session's connection and saves through the pool.
func (a *Apiary) Add(ctx context.Context, id uint) error {
	return a.db.WithContext(ctx).Connection(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_lock(?)", id).Error; err != nil {
			return err
		}
		defer tx.Exec("SELECT pg_advisory_unlock(?)", id)
		var h Hive
		if err := a.db.First(&h, id).Error; err != nil {
			return err
		}
		h.Combs++
		return a.db.Save(&h).Error // want unfenced
	})
}

// Remove saves through the session.
func (a *Apiary) Remove(ctx context.Context, id uint) error {
	return a.db.WithContext(ctx).Connection(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_lock(?)", id).Error; err != nil {
			return err
		}
		defer tx.Exec("SELECT pg_advisory_unlock(?)", id)
		var h Hive
		if err := tx.First(&h, id).Error; err != nil {
			return err
		}
		h.Combs--
		return tx.Save(&h).Error // ok: the lock's connection
	})
}

// Double saves in the transaction that holds the lock.
func (a *Apiary) Double(ctx context.Context, id uint) error {
	return a.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_xact_lock(?)", id).Error; err != nil {
			return err
		}
		var h Hive
		if err := tx.First(&h, id).Error; err != nil {
			return err
		}
		h.Combs *= 2
		return tx.Save(&h).Error // ok: the lock's transaction
	})
}
