// Package bricks lays bricks; the repository is generic.
package bricks

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

var errMoved = errors.New("row has changed")

// Repo stores rows of one type.
type Repo[T any] struct{ db *gorm.DB }

// Get reads a row.
func (r Repo[T]) Get(ctx context.Context, id uint) (*T, error) {
	row := new(T)
	return row, r.db.WithContext(ctx).First(row, id).Error
}

// Put writes a row.
func (r Repo[T]) Put(ctx context.Context, row *T) error {
	return r.db.WithContext(ctx).Save(row).Error // maybe unfenced
}

// Swap writes a row that has not changed.
func (r Repo[T]) Swap(ctx context.Context, id uint, version int, set map[string]any) error {
	set["version"] = version + 1
	res := r.db.WithContext(ctx).Model(new(T)).Where("id = ? AND version = ?", id, version).Updates(set) // ok: conditional
	if res.Error == nil && res.RowsAffected == 0 {
		return errMoved
	}
	return res.Error
}

// Wall is a row.
type Wall struct {
	ID      uint
	Height  int
	Version int
}

// Mason lays.
type Mason struct {
	walls Repo[Wall]
	rs    *redsync.Redsync
}

func exclusive[R any](ctx context.Context, rs *redsync.Redsync, name string, f func(context.Context) (R, error)) (r R, err error) {
	m := rs.NewMutex(name, redsync.WithExpiry(12*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return r, err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) // ok: the library compares
	return f(ctx)
}

// Lay writes what it read.
func (m *Mason) Lay(ctx context.Context, id uint) (int, error) {
	return exclusive(ctx, m.rs, "walls/lay", func(ctx context.Context) (int, error) {
		w, err := m.walls.Get(ctx, id)
		if err != nil {
			return 0, err
		}
		w.Height++
		return w.Height, m.walls.Put(ctx, w) // want unfenced
	})
}

// Raze compares the version.
func (m *Mason) Raze(ctx context.Context, id uint) (bool, error) {
	return exclusive(ctx, m.rs, "walls/raze", func(ctx context.Context) (bool, error) {
		w, err := m.walls.Get(ctx, id)
		if err != nil {
			return false, err
		}
		err = m.walls.Swap(ctx, id, w.Version, map[string]any{"height": w.Height - 1}) // ok: conditional, and looked at
		return err == nil, err
	})
}

// See reads.
func (m *Mason) See(ctx context.Context, id uint) (*Wall, error) {
	return exclusive(ctx, m.rs, "walls/see", func(ctx context.Context) (*Wall, error) {
		return m.walls.Get(ctx, id) // ok: reads
	})
}

// Build writes without a lock.
func (m *Mason) Build(ctx context.Context, w *Wall) error { return m.walls.Put(ctx, w) } // ok: no lock
