package goqus

import (
	"context"

	"github.com/doug-martin/goqu/v9"
	"github.com/go-redsync/redsync/v4"
)

func ValueRight(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("valueright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n}).Where(goqu.C("id").Eq(id), goqu.C("balance").Eq(a.Balance)).Executor().ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ValueWrong(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("valuewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n}).Where(goqu.C("id").Eq(id), goqu.C("branch").Eq(a.Balance)).Executor().ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func BoundRight(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("boundright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": goqu.L("balance - ?", n)}).Where(goqu.C("id").Eq(id), goqu.C("balance").Gte(n)).Executor().ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func BoundWrong(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("boundwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": goqu.L("balance - ?", n)}).Where(goqu.C("id").Eq(id), goqu.C("age").Gte(n)).Executor().ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ExRight(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("exright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n, "version": a.Version + 1}).Where(goqu.And(goqu.Ex{"id": id}, goqu.Ex{"version": a.Version})).Executor().ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ExWrong(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("exwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n, "version": a.Version + 1}).Where(goqu.And(goqu.Ex{"id": id}, goqu.Ex{"branch": a.Version})).Executor().ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func LiteralRight(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("literalright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n, "version": goqu.L("version + 1")}).Where(goqu.L("id = ? AND version = ?", id, a.Version)).Executor().ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func TableRight(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("tableright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update(goqu.T("accounts")).Set(goqu.Record{"balance": a.Balance - n, "version": a.Version + 1}).Where(goqu.I("accounts.id").Eq(id), goqu.I("accounts.version").Eq(a.Version)).Executor().ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func StructWrong(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id int64, n int64) error {
	mu := rs.NewMutex("structwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	_, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a)
	if err != nil || a.Balance < n || a.Version < 0 {
		return err
	}
	res, err := db.Update("accounts").Set(account{Balance: a.Balance - n, Version: a.Version + 1}).Where(goqu.C("id").Eq(id)).Executor().ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}
