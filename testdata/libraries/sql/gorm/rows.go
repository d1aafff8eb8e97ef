package gorm

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errRow = errors.New("held by another")

func counted(res *gorm.DB) error {
	if res.Error == nil && res.RowsAffected == 0 {
		return errRow
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
	if err := counted(db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&RightLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil { // ok setnxexpire: has an expiry // ok nolost: the rows are counted
		return err
	}
	defer db.Where("name = ? AND owner = ?", name, me).Delete(&RightLock{}) // ok plaindel: compares
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
