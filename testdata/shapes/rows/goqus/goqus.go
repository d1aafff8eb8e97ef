// Package goqus keeps lock rows by a builder.
package goqus

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/doug-martin/goqu/v9"
)

var errHeld = errors.New("held by another")

func counted(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

// Right compares its owner.
func Right(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if err := counted(db.Insert("right_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)); err != nil {
		return err
	}
	defer db.Delete("right_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx))
	return work()
}

// Claim takes a row that is free, and empties its own.
func Claim(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if err := counted(db.Update("claim_locks").Set(goqu.Record{"owner": me, "expires_at": time.Now().Add(time.Minute)}).Where(goqu.C("name").Eq(name), goqu.C("expires_at").Lt(time.Now())).Executor().ExecContext(ctx)); err != nil {
		return err
	}
	defer db.Update("claim_locks").Set(goqu.Record{"owner": nil, "expires_at": nil}).Where(goqu.And(goqu.C("name").Eq(name), goqu.C("owner").Eq(me))).Executor().ExecContext(context.WithoutCancel(ctx))
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

// Clear empties whoever's row it is.
func Clear(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if err := counted(db.Update("clear_locks").Set(goqu.Record{"owner": me, "expires_at": time.Now().Add(time.Minute)}).Where(goqu.C("name").Eq(name), goqu.C("expires_at").Lt(time.Now())).Executor().ExecContext(ctx)); err != nil {
		return err
	}
	defer db.Update("clear_locks").Set(goqu.Record{"owner": nil, "expires_at": nil}).Where(goqu.And(goqu.C("name").Eq(name))).Executor().ExecContext(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

// Keep prolongs whoever's row it is.
func Keep(ctx context.Context, db *goqu.Database, name, me string, work func(context.Context) error) error {
	if err := counted(db.Insert("keep_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)); err != nil {
		return err
	}
	defer db.Delete("keep_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.From("keep_locks").Where(goqu.I("name").Eq(name)).Update().Set(goqu.Record{"expires_at": time.Now().Add(time.Minute)}).Executor().ExecContext(ctx)); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

// Hold prolongs its own row and ends the work without it.
func Hold(ctx context.Context, db *goqu.Database, name, me string, work func(context.Context) error) error {
	if err := counted(db.Insert("hold_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)); err != nil {
		return err
	}
	defer db.Delete("hold_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.From("hold_locks").Where(goqu.I("name").Eq(name), goqu.I("owner").Eq(me)).Update().Set(goqu.Record{"expires_at": time.Now().Add(time.Minute)}).Executor().ExecContext(ctx)); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *goqu.Database, name, me string, work func() error) error {
	if _, err := db.Insert("blind_locks").Rows(goqu.Record{"name": name, "owner": me, "expires_at": time.Now().Add(time.Minute)}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx); err != nil { // want nolost
		return err
	}
	defer db.Delete("blind_locks").Where(goqu.Ex{"name": name, "owner": me}).Executor().ExecContext(context.WithoutCancel(ctx))
	return work()
}
