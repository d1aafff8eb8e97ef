package buns

import (
	"context"

	"github.com/go-redsync/redsync/v4"
	"github.com/uptrace/bun"
)

func ValueRight(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("valueright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model((*Account)(nil)).Set("balance = ?", a.Balance-n).Where("id = ?", id).Where("balance = ?", a.Balance).Exec(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ValueWrong(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("valuewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model((*Account)(nil)).Set("balance = ?", a.Balance-n).Where("id = ?", id).Where("branch = ?", a.Balance).Exec(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func BoundRight(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("boundright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model((*Account)(nil)).Set("balance = balance - ?", n).Where("id = ?", id).Where("balance >= ?", n).Exec(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func BoundWrong(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("boundwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model((*Account)(nil)).Set("balance = balance - ?", n).Where("id = ?", id).Where("age >= ?", n).Exec(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func TableRight(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("tableright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Table("accounts").Set("balance = ?", a.Balance-n).Set("version = version + 1").Where("id = ? AND version = ?", id, a.Version).Exec(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func TableWrong(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("tablewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Table("accounts").Set("balance = ?", a.Balance-n).Set("version = version + 1").Where("id = ? AND branch = ?", id, a.Version).Exec(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func GroupRight(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("groupright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model(&Account{ID: id, Balance: a.Balance - n, Version: a.Version + 1}).WherePK().WhereGroup(" AND ", func(q *bun.UpdateQuery) *bun.UpdateQuery { return q.Where("version = ?", a.Version) }).Exec(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func OmitWrong(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("omitwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model(&Account{ID: id, Balance: a.Balance - n}).OmitZero().WherePK().Exec(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ColumnRight(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("columnright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a := &Account{ID: id}
	err := db.NewSelect().Model(a).WherePK().Scan(ctx)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.NewUpdate().Model(&Account{ID: id, Balance: a.Balance - n, Version: a.Version + 1}).Column("balance", "version").Where("?TableAlias.id = ?", id).Where("?TableAlias.version = ?", a.Version).Exec(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}
