// Package xorms writes by xorm under a lock that gives no token.
package xorms

import (
	"context"
	"errors"

	"github.com/go-redsync/redsync/v4"
	"xorm.io/xorm"
)

type Account struct {
	ID      int64
	Balance int64
	Rev     int64
}

// Versioned has a column that xorm compares by itself.
type Versioned struct {
	ID      int64
	Balance int64
	Version int `xorm:"version"`
}

var errConflict = errors.New("somebody else wrote")

func Bare(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("bare")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if _, err := db.ID(id).Get(&a); err != nil {
		return err
	}
	a.Balance -= n
	_, err := db.ID(id).Update(&a) // want unfenced
	return err
}

func Where(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("where")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Account
	if _, err := db.ID(id).Get(&a); err != nil {
		return err
	}
	k, err := db.Where("id = ? AND rev = ?", id, a.Rev).Cols("balance", "rev").Update(&Account{Balance: a.Balance - n, Rev: a.Rev + 1}) // ok: the revision decides
	if err != nil {
		return err
	}
	if k == 0 {
		return errConflict
	}
	return nil
}

func ByTag(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("bytag")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a Versioned
	if _, err := db.ID(id).Get(&a); err != nil {
		return err
	}
	a.Balance -= n
	k, err := db.ID(id).Update(&a) // ok: the tag makes it conditional
	if err != nil {
		return err
	}
	if k == 0 {
		return errConflict
	}
	return nil
}
