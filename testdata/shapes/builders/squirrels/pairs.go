package squirrels

import (
	"context"
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/go-redsync/redsync/v4"
)

func ValueRight(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("valueright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").Set("balance", balance-n).Where(sq.Eq{"id": id, "balance": balance}).RunWith(db).ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ValueWrong(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("valuewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").Set("balance", balance-n).Where(sq.Eq{"id": id, "branch": "north"}).RunWith(db).ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func BoundRight(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("boundright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").Set("balance", sq.Expr("balance - ?", n)).Where(sq.Eq{"id": id}).Where(sq.GtOrEq{"balance": n}).RunWith(db).ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func BoundWrong(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("boundwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").Set("balance", sq.Expr("balance - ?", n)).Where(sq.Eq{"id": id}).Where(sq.GtOrEq{"age": n}).RunWith(db).ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ExprRight(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("exprright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").Set("balance", balance-n).Set("version", sq.Expr("version + 1")).Where(sq.Expr("id = ? AND version = ?", id, version)).RunWith(db).ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func ExprWrong(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("exprwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").Set("balance", balance-n).Set("version", sq.Expr("version + 1")).Where(sq.Expr("id = ? AND branch = ?", id, version)).RunWith(db).ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func OrRight(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("orright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").SetMap(sq.Eq{"balance": balance - n, "version": version + 1}).Where(sq.And{sq.Eq{"id": id}, sq.Expr("version = ?", version)}).RunWith(db).ExecContext(ctx) // ok: the store decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func NotEqWrong(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string, n int64) error {
	mu := rs.NewMutex("noteqwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	balance, version, err := read(ctx, db, id)
	if err != nil || balance < n || version < 0 {
		return err
	}
	res, err := sq.Update("accounts").SetMap(sq.Eq{"balance": balance - n}).Where(sq.And{sq.Eq{"id": id}, sq.NotEq{"deleted": true}}).RunWith(db).ExecContext(ctx) // want unfenced
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}
