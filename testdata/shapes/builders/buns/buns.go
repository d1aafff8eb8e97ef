// Package buns writes by bun under a lock that gives no token.
package buns

import (
	"context"
	"errors"

	"github.com/go-redsync/redsync/v4"
	"github.com/uptrace/bun"
)

type Account struct {
	ID      int64 `bun:",pk"`
	Balance int64
	Version int64
}

var errConflict = errors.New("somebody else wrote")

func ByPK(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("bypk")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	if err := db.NewSelect().Model(a).WherePK().Scan(ctx); err != nil {
		return err
	}
	a.Balance -= n
	_, err := db.NewUpdate().Model(a).WherePK().Exec(ctx) // want unfenced
	return err
}

func Set(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("set")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	if err := db.NewSelect().Model(a).WherePK().Scan(ctx); err != nil {
		return err
	}
	_, err := db.NewUpdate().Model((*Account)(nil)).Set("balance = ?", a.Balance-n).Where("id = ?", id).Exec(ctx) // want unfenced
	return err
}

func Versioned(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("versioned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	if err := db.NewSelect().Model(a).WherePK().Scan(ctx); err != nil {
		return err
	}
	res, err := db.NewUpdate().Model((*Account)(nil)).
		Set("balance = ?", a.Balance-n).
		Set("version = version + 1").
		Where("id = ?", id).
		Where("version = ?", a.Version).
		Exec(ctx) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func VersionedModel(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("versioned:model")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	if err := db.NewSelect().Model(a).WherePK().Scan(ctx); err != nil {
		return err
	}
	was := a.Version
	a.Balance -= n
	a.Version++
	res, err := db.NewUpdate().Model(a).Column("balance", "version").WherePK().Where("version = ?", was).Exec(ctx) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func Unread(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("unread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	if err := db.NewSelect().Model(a).WherePK().Scan(ctx); err != nil {
		return err
	}
	_, err := db.NewUpdate().Model((*Account)(nil)).Set("balance = ?", a.Balance-n).Set("version = ?", a.Version+1).Where("id = ? AND version = ?", id, a.Version).Exec(ctx) // want unfenced
	return err
}

func ForUpdate(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("forupdate")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		a := &Account{ID: id}
		if err := tx.NewSelect().Model(a).WherePK().For("UPDATE").Scan(ctx); err != nil {
			return err
		}
		a.Balance -= n
		_, err := tx.NewUpdate().Model(a).WherePK().Exec(ctx) // ok: the row is locked
		return err
	})
}
