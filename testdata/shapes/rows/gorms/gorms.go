// Package gorms keeps lock rows by a builder.
package gorms

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errHeld = errors.New("held by another")

func counted(res *gorm.DB) error {
	if res.Error == nil && res.RowsAffected == 0 {
		return errHeld
	}
	return res.Error
}

type RightLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Right compares its owner.
func Right(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	if err := counted(db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&RightLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Where("name = ? AND owner = ?", name, me).Delete(&RightLock{})
	return work()
}

type ClaimLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Claim takes a row that is free, and empties its own.
func Claim(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	if err := counted(db.WithContext(ctx).Model(&ClaimLock{}).Where("name = ? AND expires_at < ?", name, time.Now()).Updates(map[string]any{"owner": me, "expires_at": time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Model(&ClaimLock{}).Where(&ClaimLock{Name: name, Holder: me}).Updates(map[string]any{"owner": nil, "expires_at": nil})
	return work()
}

type ForeverLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	if err := counted(db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&ForeverLock{Name: name, Holder: me})); err != nil { // want setnxexpire
		return err
	}
	defer db.Where("name = ? AND owner = ?", name, me).Delete(&ForeverLock{})
	return work()
}

type FreeLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	if err := counted(db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&FreeLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Where("name = ?", name).Delete(&FreeLock{}) // want plaindel
	return work()
}

type ClearLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Clear empties whoever's row it is.
func Clear(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	if err := counted(db.WithContext(ctx).Model(&ClearLock{}).Where("name = ? AND expires_at < ?", name, time.Now()).Updates(map[string]any{"owner": me, "expires_at": time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Model(&ClearLock{}).Where(&ClearLock{Name: name}).Updates(map[string]any{"owner": nil, "expires_at": nil}) // want plaindel
	return work()
}

type KeepLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Keep prolongs whoever's row it is.
func Keep(ctx context.Context, db *gorm.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&KeepLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Where("name = ? AND owner = ?", name, me).Delete(&KeepLock{})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.Model(&KeepLock{}).Where(map[string]any{"name": name}).Update("expires_at", time.Now().Add(time.Minute))); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

type HoldLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Hold prolongs its own row and ends the work without it.
func Hold(ctx context.Context, db *gorm.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&HoldLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Where("name = ? AND owner = ?", name, me).Delete(&HoldLock{})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.Model(&HoldLock{}).Where(map[string]any{"name": name, "owner": me}).Update("expires_at", time.Now().Add(time.Minute))); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

type BlindLock struct {
	Name      string `gorm:"primaryKey"`
	Holder    string `gorm:"column:owner"`
	ExpiresAt time.Time
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	if err := db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&BlindLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).Error; err != nil { // want nolost
		return err
	}
	defer db.Where("name = ? AND owner = ?", name, me).Delete(&BlindLock{})
	return work()
}
