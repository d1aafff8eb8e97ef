// Package sqlxes writes by sqlx' named and expanded statements.
package sqlxes

import (
	"context"
	"errors"

	"github.com/go-redsync/redsync/v4"
	"github.com/jmoiron/sqlx"
)

type account struct {
	ID      int64 `db:"id"`
	Balance int64 `db:"balance"`
	Version int64 `db:"version"`
}

var errConflict = errors.New("somebody else wrote")

func load(ctx context.Context, db *sqlx.DB, id int64) (account, error) {
	var a account
	err := db.GetContext(ctx, &a, `SELECT id, balance, version FROM accounts WHERE id = $1`, id)
	return a, err
}

func NamedBare(ctx context.Context, db *sqlx.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("named")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := load(ctx, db, id)
	if err != nil {
		return err
	}
	a.Balance -= n
	_, err = db.NamedExecContext(ctx, `UPDATE accounts SET balance = :balance WHERE id = :id`, a) // want unfenced
	return err
}

func NamedVersioned(ctx context.Context, db *sqlx.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("named:versioned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := load(ctx, db, id)
	if err != nil {
		return err
	}
	a.Balance -= n
	res, err := db.NamedExecContext(ctx, `UPDATE accounts SET balance = :balance, version = version + 1 WHERE id = :id AND version = :version`, a) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func Named(ctx context.Context, db *sqlx.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("named:split")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := load(ctx, db, id)
	if err != nil {
		return err
	}
	q, args, err := sqlx.Named(`UPDATE accounts SET balance = :balance, version = :next WHERE id = :id AND version = :version`,
		map[string]any{"balance": a.Balance - n, "next": a.Version + 1, "id": id, "version": a.Version})
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, db.Rebind(q), args...) // ok: the version decides
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func NamedText(ctx context.Context, db *sqlx.DB, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("named:text")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := load(ctx, db, id)
	if err != nil {
		return err
	}
	q, args, err := sqlx.Named(`UPDATE accounts SET balance = :balance WHERE id = :id`, map[string]any{"balance": a.Balance - n, "id": id})
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, db.Rebind(q), args...) // want unfenced
	return err
}

func In(ctx context.Context, db *sqlx.DB, rs *redsync.Redsync, ids []int64) error {
	mu := rs.NewMutex("in")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var owner string
	if err := db.GetContext(ctx, &owner, `SELECT owner FROM shops LIMIT 1`); err != nil {
		return err
	}
	q, args, err := sqlx.In(`UPDATE accounts SET owner = ? WHERE id IN (?)`, owner, ids)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, db.Rebind(q), args...) // want unfenced
	return err
}

func InFrom(ctx context.Context, db *sqlx.DB, rs *redsync.Redsync, ids []int64) error {
	mu := rs.NewMutex("in:from")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	q, args, err := sqlx.In(`UPDATE accounts SET state = 'closed' WHERE id IN (?) AND state = 'open'`, ids)
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, db.Rebind(q), args...) // ok: from a known state
	if err != nil {
		return err
	}
	if k, err := res.RowsAffected(); err != nil || int(k) != len(ids) {
		return errConflict
	}
	return nil
}
