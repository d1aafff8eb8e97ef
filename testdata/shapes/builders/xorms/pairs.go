package xorms

import (
	"context"

	"github.com/go-redsync/redsync/v4"
	"xorm.io/builder"
	"xorm.io/xorm"
)

func ValueRight(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("valueright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.Table("account").Where("id = ? AND balance = ?", id, a.Balance).Update(map[string]any{"balance": a.Balance - n}) // ok: the store decides
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}

func ValueWrong(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("valuewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.Table("account").Where("id = ? AND branch = ?", id, a.Balance).Update(map[string]any{"balance": a.Balance - n}) // want unfenced
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}

func BoundRight(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("boundright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.ID(id).And("balance >= ?", n).Decr("balance", n).Update(&Account{}) // ok: the store decides
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}

func CondRight(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("condright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.Where(builder.Eq{"id": id, "rev": a.Rev}).Cols("balance", "rev").Update(&Account{Balance: a.Balance - n, Rev: a.Rev + 1}) // ok: the store decides
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}

func CondWrong(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("condwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.Where(builder.Eq{"id": id, "branch": a.Rev}).Cols("balance", "rev").Update(&Account{Balance: a.Balance - n, Rev: a.Rev + 1}) // want unfenced
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}

func BeanRight(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("beanright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.Cols("balance", "rev").Update(&Account{Balance: a.Balance - n, Rev: a.Rev + 1}, &Account{ID: id, Rev: a.Rev}) // ok: the store decides
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}

func BeanWrong(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("beanwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	_, err := db.ID(id).Get(&a)
	if err != nil || a.Balance < n || a.Rev < 0 {
		return err
	}
	k, err := db.Cols("balance", "rev").Update(&Account{Balance: a.Balance - n, Rev: a.Rev + 1}, &Account{ID: id}) // want unfenced
	if err == nil && k == 0 {
		err = errConflict
	}
	return err
}
