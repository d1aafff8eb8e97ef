package goqu

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/doug-martin/goqu/v9"
)

var errRow = errors.New("held by another")

func counted(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRow
	}
	return nil
}

// Right compares its owner.
func Right(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if err := counted(db.Insert("right_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)); err != nil { // ok setnxexpire: has an expiry // ok nolost: the rows are counted
		return err
	}
	defer db.Delete("right_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx)) // ok plaindel: compares
	return work()
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if err := counted(db.Insert("forever_locks").Rows(goqu.Record{"name": name, "owner": me}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)); err != nil { // want setnxexpire
		return err
	}
	defer db.Delete("forever_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx))
	return work()
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if err := counted(db.Insert("free_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)); err != nil {
		return err
	}
	defer db.Delete("free_locks").Where(goqu.Ex{"name": name}).Executor().ExecContext(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if _, err := db.Insert("blind_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx); err != nil { // want nolost
		return err
	}
	defer db.Delete("blind_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx))
	return work()
}
