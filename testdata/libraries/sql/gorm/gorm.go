// Package gorm casts bells.
package gorm

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	v1 "github.com/jinzhu/gorm"
	"gorm.io/gorm"
)

type Bell struct {
	ID      int64
	Weight  int
	Fence   int64
	Version int64
}

type Foundry struct {
	db    *gorm.DB
	locks *redislock.Client
}

var errCast = errors.New("cast meanwhile")

// Cast saves what it loaded.
func (f *Foundry) Cast(ctx context.Context, id int64) error {
	l, err := f.locks.Obtain(ctx, "bell", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var b Bell
	if err := f.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return err
	}
	b.Weight++
	return f.db.WithContext(ctx).Save(&b).Error // want unfenced
}

// Temper thinks that Where makes Save conditional: when no row matches, Save
// runs again as an upsert and overwrites the row.
func (f *Foundry) Temper(ctx context.Context, id, fence int64) error {
	l, err := f.locks.Obtain(ctx, "bell", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var b Bell
	if err := f.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return err
	}
	b.Weight, b.Fence = b.Weight+1, fence
	tx := f.db.WithContext(ctx).Where("fence < ?", fence).Save(&b) // want unfenced
	if tx.Error != nil {
		return tx.Error
	}
	if tx.RowsAffected == 0 {
		return errCast
	}
	return nil
}

// Ring updates with a condition that the statement keeps.
func (f *Foundry) Ring(ctx context.Context, id int64) error {
	l, err := f.locks.Obtain(ctx, "bell", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var b Bell
	if err := f.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return err
	}
	tx := f.db.WithContext(ctx).Model(&Bell{}).Where("id = ? AND version = ?", id, b.Version).Updates(map[string]any{"weight": b.Weight + 1, "version": b.Version + 1}) // ok unfenced: conditional
	if tx.Error != nil {
		return tx.Error
	}
	if tx.RowsAffected == 0 {
		return errCast
	}
	return nil
}

// Tune writes with the generic interface, whose first result is the count.
func (f *Foundry) Tune(ctx context.Context, id int64) error {
	l, err := f.locks.Obtain(ctx, "bell", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	b, err := gorm.G[Bell](f.db).Where("id = ?", id).First(ctx)
	if err != nil {
		return err
	}
	n, err := gorm.G[Bell](f.db).Where("id = ? AND weight = ?", id, b.Weight).Update(ctx, "weight", b.Weight+1) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n == 0 {
		return errCast
	}
	return nil
}

// Hang takes a session's lock on the pool, and Polish a connection.
func (f *Foundry) Hang(id int64, hang func() error) error {
	if err := f.db.Exec("SELECT pg_advisory_lock(?)", id).Error; err != nil { // want nolost
		return err
	}
	defer f.db.Exec("SELECT pg_advisory_unlock(?)", id) // maybe plaindel
	return hang()
}

func (f *Foundry) Polish(id int64, polish func(*gorm.DB) error) error {
	return f.db.Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_xact_lock(?)", id).Error; err != nil { // ok nolost: ends with the transaction
			return err
		}
		return polish(tx)
	})
}

// Crack keeps a lock row, and frees it by its name; Mend compares.
func (f *Foundry) Crack(bell, me string, look func() error) error {
	tx := f.db.Exec("INSERT INTO bell_locks (bell, owner, expires_at) VALUES (?, ?, now() + interval '1 minute') ON CONFLICT DO NOTHING", bell, me)
	if tx.Error != nil || tx.RowsAffected == 0 {
		return errCast
	}
	defer f.db.Exec("DELETE FROM bell_locks WHERE bell = ?", bell) // want plaindel
	return look()
}

func (f *Foundry) Mend(bell, me string, mend func() error) error {
	tx := f.db.Exec("INSERT INTO mend_locks (bell, owner, expires_at) VALUES (?, ?, now() + interval '1 minute') ON CONFLICT DO NOTHING", bell, me)
	if tx.Error != nil || tx.RowsAffected == 0 {
		return errCast
	}
	defer f.db.Exec("DELETE FROM mend_locks WHERE bell = ? AND owner = ?", bell, me) // ok plaindel: compares
	return mend()
}

// Chime is on gorm's old path.
func Chime(ctx context.Context, db *v1.DB, locks *redislock.Client, id int64) error {
	l, err := locks.Obtain(ctx, "chime", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var b Bell
	if err := db.First(&b, id).Error; err != nil {
		return err
	}
	return db.Model(&b).Update("weight", b.Weight+1).Error // want unfenced
}
