package gorms

import (
	"context"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

func ValueRight(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("valueright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{}).Where("id = ?", id).Where("balance = ?", a.Balance).Update("balance", a.Balance-n) // ok: the store decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func ValueWrong(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("valuewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{}).Where("id = ?", id).Where("state = ?", "open").Update("balance", a.Balance-n) // want unfenced
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func BoundRight(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("boundright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{}).Where("id = ? AND balance >= ?", id, n).UpdateColumn("balance", gorm.Expr("balance - ?", n)) // ok: the store decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func BoundWrong(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("boundwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{}).Where("id = ? AND state = ?", id, "open").UpdateColumn("balance", gorm.Expr("balance - ?", n)) // want unfenced
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func MapRight(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("mapright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{}).Where(map[string]any{"id": id, "version": a.Version}).Updates(map[string]any{"balance": a.Balance - n, "version": a.Version + 1}) // ok: the store decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func MapWrong(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("mapwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{}).Where(map[string]any{"id": id, "state": "open"}).Updates(map[string]any{"balance": a.Balance - n, "version": a.Version + 1}) // want unfenced
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func TableRight(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("tableright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Table("accounts").Where("accounts.id = ? AND accounts.version = @was", id, map[string]any{"was": a.Version}).Updates(map[string]any{"balance": a.Balance - n, "version": a.Version + 1}) // ok: the store decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func RawRight(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("rawright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Exec("UPDATE accounts SET balance = ?, version = version + 1 WHERE id = ? AND version = ?", a.Balance-n, id, a.Version) // ok: the store decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func RawWrong(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("rawwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Exec("UPDATE accounts SET balance = ?, version = version + 1 WHERE id = ? AND state = ?", a.Balance-n, id, "open") // want unfenced
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}

func SelectWrong(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id uint, n int64) error {
	mu := rs.NewMutex("selectwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	err := db.First(&a, id).Error
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res := db.Model(&Account{ID: id}).Select("balance").Updates(Account{Balance: a.Balance - n}) // want unfenced
	if res.Error == nil && res.RowsAffected == 0 {
		return errConflict
	}
	return res.Error
}
