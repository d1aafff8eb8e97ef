// Package gorms writes by gorm under a lock that gives no token.
package gorms

import (
	"context"
	"errors"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/plugin/optimisticlock"
)

type Account struct {
	ID      uint
	Balance int64
	State   string
	Version int64
}

var errConflict = errors.New("somebody else wrote")

type Repo struct {
	db *gorm.DB
	rs *redsync.Redsync
}

func (r *Repo) Save(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("save")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	a.Balance -= n
	return r.db.WithContext(ctx).Save(&a).Error // want unfenced
}

func (r *Repo) Updates(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("updates")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	return r.db.WithContext(ctx).Model(&Account{}).Where("id = ?", id).Updates(map[string]any{"balance": a.Balance - n}).Error // want unfenced
}

func (r *Repo) Versioned(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("versioned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&Account{}).
		Where("id = ? AND version = ?", id, a.Version).
		Updates(map[string]any{"balance": a.Balance - n, "version": a.Version + 1}) // ok: the version decides
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errConflict
	}
	return nil
}

func (r *Repo) VersionedStruct(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("versioned:struct")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&Account{}).
		Where(&Account{ID: id, Version: a.Version}).
		Select("Balance", "Version").
		Updates(Account{Balance: a.Balance - n, Version: a.Version + 1}) // ok: the version decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func (r *Repo) VersionedClause(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("versioned:clause")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&Account{ID: id}).
		Clauses(clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "version", Value: a.Version}}}).
		Updates(map[string]any{"balance": a.Balance - n, "version": gorm.Expr("version + 1")}) // ok: the version decides
	if res.Error == nil && res.RowsAffected != 1 {
		return errConflict
	}
	return res.Error
}

func (r *Repo) Unread(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("unread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	return r.db.WithContext(ctx).Model(&Account{}).
		Where("id = ?", id).Where("version = ?", a.Version).
		Updates(map[string]any{"balance": a.Balance - n, "version": a.Version + 1}).Error // want unfenced
}

func (r *Repo) Column(ctx context.Context, id uint) error {
	mu := r.rs.NewMutex("column")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if err := r.db.WithContext(ctx).Take(&a, id).Error; err != nil {
		return err
	}
	if a.State != "open" {
		return nil
	}
	return r.db.WithContext(ctx).Model(&a).UpdateColumn("state", "closed").Error // want unfenced
}

func (r *Repo) ColumnFrom(ctx context.Context, id uint) error {
	mu := r.rs.NewMutex("column:from")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	res := r.db.WithContext(ctx).Model(&Account{}).Where("id = ? AND state = ?", id, "open").UpdateColumn("state", "closed") // ok: from a known state
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected < 1 {
		return errConflict
	}
	return nil
}

// Counted has a version that a plugin compares.
type Counted struct {
	ID      uint
	Balance int64
	Version optimisticlock.Version
}

func (r *Repo) Plugin(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("plugin")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Counted
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&a).Update("balance", a.Balance-n) // ok: the plugin compares the version
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func (r *Repo) PluginUnread(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("plugin:unread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Counted
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	return r.db.WithContext(ctx).Model(&a).Update("balance", a.Balance-n).Error // want unfenced
}

func (r *Repo) ForUpdate(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("forupdate")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var a Account
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&a, id).Error; err != nil {
			return err
		}
		a.Balance -= n
		return tx.Save(&a).Error // ok: the row is locked
	})
}

func (r *Repo) Once(ctx context.Context, a *Account) error {
	mu := r.rs.NewMutex("once")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return r.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(a).Error // ok: the first wins
}

// Hooked compares its version in a hook.
type Hooked struct {
	ID      uint
	Balance int64
	Version int64
}

// BeforeUpdate adds the condition.
func (h *Hooked) BeforeUpdate(tx *gorm.DB) error {
	tx.Statement.AddClause(clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "version", Value: h.Version}}})
	tx.Statement.SetColumn("version", h.Version+1)
	return nil
}

func (r *Repo) Hook(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("hook")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Hooked
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&a).Update("balance", a.Balance-n) // ok: the hook compares the version
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func (r *Repo) HookSaved(ctx context.Context, id uint, n int64) error {
	mu := r.rs.NewMutex("hook:saved")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Hooked
	if err := r.db.WithContext(ctx).First(&a, id).Error; err != nil {
		return err
	}
	a.Balance -= n
	return r.db.WithContext(ctx).Updates(&a).Error // ok: what a hook adds is not seen
}
