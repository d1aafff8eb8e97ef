// Package beds assigns hospital beds.
package beds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Bed struct {
	ID      uint
	Patient string
	Version int
}

type Ward struct {
	db    *gorm.DB
	pool  *pgxpool.Pool
	locks *redislock.Client
}

func (w *Ward) lock(ctx context.Context, key string) (func(), error) {
	l, err := w.locks.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return func() { _ = l.Release(context.WithoutCancel(ctx)) }, nil
}

// Assign looks at the error only.
func (w *Ward) Assign(ctx context.Context, id uint, patient string) error {
	unlock, err := w.lock(ctx, fmt.Sprint("bed:", id))
	if err != nil {
		return err
	}
	defer unlock()
	var b Bed
	if err := w.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return err
	}
	return w.db.WithContext(ctx).Model(&Bed{}).Where("id = ? AND version = ?", id, b.Version).Updates(Bed{Patient: patient, Version: b.Version + 1}).Error // want unfenced
}

// Free throws the tag away.
func (w *Ward) Free(ctx context.Context, id uint) error {
	l, err := w.locks.Obtain(ctx, fmt.Sprint("bed:free:", id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var v int
	if err := w.pool.QueryRow(ctx, "SELECT version FROM beds WHERE id = $1", id).Scan(&v); err != nil {
		return err
	}
	if _, err := w.pool.Exec(ctx, "UPDATE beds SET patient = '', version = version + 1 WHERE id = $1 AND version = $2", id, v); err != nil { // want unfenced
		return err
	}
	return nil
}

var errMoved = errors.New("bed changed meanwhile")

// Swap looks at the number of rows.
func (w *Ward) Swap(ctx context.Context, id uint, patient string) error {
	unlock, err := w.lock(ctx, fmt.Sprint("bed:swap:", id))
	if err != nil {
		return err
	}
	defer unlock()
	var b Bed
	if err := w.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return err
	}
	res := w.db.WithContext(ctx).Model(&Bed{}).Where("id = ? AND version = ?", id, b.Version).Updates(Bed{Patient: patient, Version: b.Version + 1}) // ok: counted
	switch {
	case res.Error != nil:
		return res.Error
	case res.RowsAffected != 1:
		return errMoved
	}
	return nil
}

// Clean looks at the tag.
func (w *Ward) Clean(ctx context.Context, id uint) (cleaned bool, err error) {
	unlock, err := w.lock(ctx, fmt.Sprint("bed:clean:", id))
	if err != nil {
		return false, err
	}
	defer unlock()
	var v int
	if err := w.pool.QueryRow(ctx, "SELECT version FROM beds WHERE id = $1", id).Scan(&v); err != nil {
		return false, err
	}
	tag, err := w.pool.Exec(ctx, "UPDATE beds SET dirty = false, version = version + 1 WHERE id = $1 AND version = $2", id, v) // ok: counted
	return tag.RowsAffected() > 0, err
}

// Inspect returns the new version and so learns of a rejection.
func (w *Ward) Inspect(ctx context.Context, id uint) error {
	unlock, err := w.lock(ctx, fmt.Sprint("bed:inspect:", id))
	if err != nil {
		return err
	}
	defer unlock()
	var v int
	if err := w.pool.QueryRow(ctx, "SELECT version FROM beds WHERE id = $1", id).Scan(&v); err != nil {
		return err
	}
	const q = "UPDATE beds SET inspected = true, version = version + 1 WHERE id = $1 AND version = $2 RETURNING version"
	err = w.pool.QueryRow(ctx, q, id, v).Scan(&v) // ok: no row is an error
	if errors.Is(err, pgx.ErrNoRows) {
		return errMoved
	}
	return err
}
