// Package wallets keeps money.
package wallets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Wallet struct {
	ID      uint
	Cents   int64
	Version int64
	Frozen  bool
}

type Service struct {
	db    *gorm.DB
	locks *redislock.Client
}

var (
	errPoor  = errors.New("not enough money")
	errStale = errors.New("wallet changed meanwhile")
)

// Pay reads a balance and stores what is left.
func (s *Service) Pay(ctx context.Context, id uint, cents int64) error {
	l, err := s.locks.Obtain(ctx, fmt.Sprintf("wallet:%d", id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var w Wallet
	if err := s.db.WithContext(ctx).First(&w, id).Error; err != nil {
		return err
	}
	if w.Cents < cents {
		return errPoor
	}
	return s.db.WithContext(ctx).Model(&w).Update("cents", w.Cents-cents).Error // want unfenced
}

// Freeze checks and then acts.
func (s *Service) Freeze(ctx context.Context, id uint) error {
	l, err := s.locks.Obtain(ctx, fmt.Sprintf("wallet:freeze:%d", id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	w := Wallet{ID: id}
	if err := s.db.WithContext(ctx).Take(&w).Error; err != nil {
		return err
	}
	if w.Cents >= 0 || w.Frozen {
		return nil
	}
	w.Frozen = true
	return s.db.WithContext(ctx).Save(&w).Error // want unfenced
}

// Refund compares a version.
func (s *Service) Refund(ctx context.Context, id uint, cents int64) error {
	l, err := s.locks.Obtain(ctx, fmt.Sprintf("wallet:refund:%d", id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var w Wallet
	if err := s.db.WithContext(ctx).First(&w, id).Error; err != nil {
		return err
	}
	next := map[string]any{"cents": w.Cents + cents, "version": w.Version + 1}
	res := s.db.WithContext(ctx).Model(&Wallet{}).Where("id = ? AND version = ?", id, w.Version).Updates(next) // ok: a version
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errStale
	}
	return nil
}

// Open creates a wallet unless there is one.
func (s *Service) Open(ctx context.Context, id uint) error {
	l, err := s.locks.Obtain(ctx, fmt.Sprintf("wallet:open:%d", id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	once := clause.OnConflict{DoNothing: true}
	return s.db.WithContext(ctx).Clauses(once).Create(&Wallet{ID: id}).Error // ok: on conflict do nothing
}

// Split locks the row.
func (s *Service) Split(ctx context.Context, id uint, cents int64) error {
	l, err := s.locks.Obtain(ctx, fmt.Sprintf("wallet:split:%d", id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var w Wallet
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&w, id).Error; err != nil {
			return err
		}
		return tx.Model(&w).Update("cents", w.Cents-cents).Error // ok: the row is locked
	})
}
