package ducks

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

var errStale = errors.New("stale")

type Versioned interface {
	GetID() int64
	GetVersion() int64
	SetVersion(int64)
}

type Repo[T Versioned] struct{ db *gorm.DB }

func (r *Repo[T]) Load(ctx context.Context, id int64, into T) error {
	return r.db.WithContext(ctx).First(into, id).Error
}

func (r *Repo[T]) Save(ctx context.Context, row T) error {
	was := row.GetVersion()
	row.SetVersion(was + 1)
	res := r.db.WithContext(ctx).Model(row).Where("version = ?", was).Select("*").Updates(row)
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errStale
	}
	return nil
}

type Account struct {
	ID, Version, Cents int64
}

func (a *Account) GetID() int64       { return a.ID }
func (a *Account) GetVersion() int64  { return a.Version }
func (a *Account) SetVersion(v int64) { a.Version = v }

type Service struct {
	locks *redislock.Client
	repo  *Repo[*Account]
}

func (s *Service) Add(ctx context.Context, id, cents int64) error {
	l, err := s.locks.Obtain(ctx, "account", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	var a Account
	if err := s.repo.Load(ctx, id, &a); err != nil {
		return err
	}
	a.Cents += cents
	return s.repo.Save(ctx, &a)
}
