// Package profiles edits users' profiles with a version in the row.
package profiles

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

// ErrStale says that somebody else edited the profile.
var ErrStale = errors.New("profiles: edited by somebody else")

// Profile is a row.
type Profile struct {
	ID      int64
	Name    string
	Version int64
}

// Editor edits profiles.
type Editor struct {
	db    *gorm.DB
	locks *redislock.Client
}

// Rename gives a profile another name.
func (e *Editor) Rename(ctx context.Context, id int64, name string) error {
	lock, err := e.locks.Obtain(ctx, "profile", 5*time.Second, &redislock.Options{RetryStrategy: redislock.LimitRetry(redislock.LinearBackoff(50*time.Millisecond), 20)})
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))

	var p Profile
	if err := e.db.WithContext(ctx).Take(&p, id).Error; err != nil {
		return err
	}
	tx := e.db.WithContext(ctx).Model(&Profile{}).
		Where("id = ? AND version = ?", id, p.Version).
		Updates(map[string]any{"name": name, "version": p.Version + 1})
	if tx.Error != nil {
		return tx.Error
	}
	if tx.RowsAffected != 1 {
		return ErrStale
	}
	return nil
}
