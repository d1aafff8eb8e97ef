// Package goqus writes by goqu under a lock that gives no token.
package goqus

import (
	"context"
	"errors"

	"github.com/doug-martin/goqu/v9"
	"github.com/go-redsync/redsync/v4"
)

type account struct {
	ID      int64 `db:"id"`
	Balance int64 `db:"balance"`
	Version int64 `db:"version"`
}

var errConflict = errors.New("somebody else wrote")

func Bare(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("bare")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a); err != nil {
		return err
	}
	_, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n}).Where(goqu.C("id").Eq(id)).Executor().ExecContext(ctx) // want unfenced
	return err
}

func Versioned(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("versioned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.From("accounts").Where(goqu.C("id").Eq(id)).ScanStructContext(ctx, &a); err != nil {
		return err
	}
	res, err := db.Update("accounts").
		Set(goqu.Record{"balance": a.Balance - n, "version": a.Version + 1}).
		Where(goqu.C("id").Eq(id), goqu.C("version").Eq(a.Version)).
		Executor().ExecContext(ctx) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func VersionedEx(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("versioned:ex")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.From("accounts").Where(goqu.Ex{"id": id}).ScanStructContext(ctx, &a); err != nil {
		return err
	}
	res, err := db.Update("accounts").
		Set(goqu.Record{"balance": a.Balance - n, "version": goqu.L("version + 1")}).
		Where(goqu.Ex{"id": id, "version": a.Version}).
		Executor().ExecContext(ctx) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func Unread(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("unread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.From("accounts").Where(goqu.Ex{"id": id}).ScanStructContext(ctx, &a); err != nil {
		return err
	}
	_, err := db.Update("accounts").Set(goqu.Record{"balance": a.Balance - n, "version": a.Version + 1}).Where(goqu.Ex{"id": id, "version": a.Version}).Executor().ExecContext(ctx) // want unfenced
	return err
}
