// Package sqlcs writes by sqlc's generated code.
package sqlcs

import (
	"context"
	"database/sql"
	"errors"

	"github.com/go-redsync/redsync/v4"

	"example.test/shapes/builders/sqlcs/db"
)

var errConflict = errors.New("somebody else wrote")

func Bare(ctx context.Context, q *db.Queries, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("bare")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := q.GetAccount(ctx, id)
	if err != nil {
		return err
	}
	return q.SetBalance(ctx, db.SetBalanceParams{ID: id, Balance: a.Balance - n}) // want unfenced
}

func Rows(ctx context.Context, q *db.Queries, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("rows")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := q.GetAccount(ctx, id)
	if err != nil {
		return err
	}
	k, err := q.SetBalanceIf(ctx, db.SetBalanceIfParams{ID: id, Balance: a.Balance - n, Version: a.Version}) // ok: the version decides
	if err != nil {
		return err
	}
	if k == 0 {
		return errConflict
	}
	return nil
}

func RowsUnread(ctx context.Context, q *db.Queries, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("rows:unread")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := q.GetAccount(ctx, id)
	if err != nil {
		return err
	}
	_, err = q.SetBalanceIf(ctx, db.SetBalanceIfParams{ID: id, Balance: a.Balance - n, Version: a.Version}) // maybe unfenced
	return err
}

func Returning(ctx context.Context, q *db.Queries, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("returning")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := q.GetAccount(ctx, id)
	if err != nil {
		return err
	}
	_, err = q.SetBalanceReturning(ctx, db.SetBalanceIfParams{ID: id, Balance: a.Balance - n, Version: a.Version}) // ok: no row is an error
	return err
}

func Tx(ctx context.Context, pool *sql.DB, q *db.Queries, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("tx")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	qtx := q.WithTx(tx)
	a, err := qtx.GetAccountForUpdate(ctx, id)
	if err != nil {
		return err
	}
	if err := qtx.SetBalance(ctx, db.SetBalanceParams{ID: id, Balance: a.Balance - n}); err != nil { // ok: the row is locked
		return err
	}
	return tx.Commit()
}

// Turn frees the row of whoever has it: the generated method is where it is deleted.
func Turn(ctx context.Context, q *db.Queries, name, me string, work func() error) error {
	n, err := q.TakeTurn(ctx, db.TakeTurnParams{Name: name, Holder: me})
	if err != nil || n == 0 {
		return errConflict
	}
	defer q.EndTurn(context.WithoutCancel(ctx), name) // maybe plaindel
	return work()
}

// OwnTurn compares its holder.
func OwnTurn(ctx context.Context, q *db.Queries, name, me string, work func() error) error {
	n, err := q.TakeTurn(ctx, db.TakeTurnParams{Name: name, Holder: me})
	if err != nil || n == 0 {
		return errConflict
	}
	defer q.EndOwnTurn(context.WithoutCancel(ctx), db.EndOwnTurnParams{Name: name, Holder: me})
	return work()
}
