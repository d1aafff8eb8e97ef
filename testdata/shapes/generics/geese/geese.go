package geese

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type Repo[T any] struct{ db *gorm.DB }

func (r *Repo[T]) Get(ctx context.Context, id int64) (*T, error) {
	var row T
	err := r.db.WithContext(ctx).Where("id = ?", id).Take(&row).Error
	return &row, err
}

func (r *Repo[T]) Put(ctx context.Context, row *T) error {
	return r.db.WithContext(ctx).Save(row).Error
}

type Account struct {
	ID, Cents int64
}

type Service struct {
	locks *redislock.Client
	repo  *Repo[Account]
}

func (s *Service) Add(ctx context.Context, id, cents int64) error {
	l, err := s.locks.Obtain(ctx, "account", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	a, err := s.repo.Get(ctx, id)
	if err != nil {
		return err
	}
	a.Cents += cents
	return s.repo.Put(ctx, a) // want unfenced
}
