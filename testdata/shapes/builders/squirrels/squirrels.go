// Package squirrels writes by squirrel under a lock that gives no token.
package squirrels

import (
	"context"
	"database/sql"
	"errors"

	sq "github.com/Masterminds/squirrel"
	"github.com/go-redsync/redsync/v4"
)

var errConflict = errors.New("somebody else wrote")

func read(ctx context.Context, db *sql.DB, id string) (balance, version int64, err error) {
	err = sq.Select("balance", "version").From("accounts").Where(sq.Eq{"id": id}).RunWith(db).QueryRowContext(ctx).Scan(&balance, &version)
	return balance, version, err
}

func Bare(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("bare:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, _, err := read(ctx, db, id)
	if err != nil {
		return err
	}
	_, err = sq.Update("accounts").Set("balance", balance-n).Where(sq.Eq{"id": id}).RunWith(db).ExecContext(ctx) // want unfenced
	return err
}

func Versioned(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("versioned:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil {
		return err
	}
	res, err := sq.Update("accounts").
		SetMap(map[string]any{"balance": balance - n, "version": version + 1}).
		Where(sq.And{sq.Eq{"id": id}, sq.Eq{"version": version}}).
		PlaceholderFormat(sq.Dollar).RunWith(db).ExecContext(ctx) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func Unread(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("unread:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil {
		return err
	}
	_, err = sq.Update("accounts").Set("balance", balance-n).Set("version", version+1).Where("id = ? AND version = ?", id, version).RunWith(db).ExecContext(ctx) // want unfenced
	return err
}

func Text(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("text:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, _, err := read(ctx, db, id)
	if err != nil {
		return err
	}
	q, args, err := sq.Update("accounts").Set("balance", balance-n).Where(sq.Eq{"id": id}).ToSql()
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, q, args...) // want unfenced
	return err
}

func TextVersioned(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("text:versioned:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil {
		return err
	}
	q, args, err := sq.Update("accounts").Set("balance", balance-n).Set("version", sq.Expr("version + 1")).Where(sq.Eq{"id": id, "version": version}).ToSql()
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, q, args...) // ok: the version decides
	if err != nil {
		return err
	}
	if k, _ := res.RowsAffected(); k == 0 {
		return errConflict
	}
	return nil
}

func Upsert(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("upsert:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	_, err := sq.Insert("ledger").Columns("id", "n").Values(id, n).Suffix("ON CONFLICT (id) DO NOTHING").RunWith(db).ExecContext(ctx) // ok: the first wins
	return err
}
