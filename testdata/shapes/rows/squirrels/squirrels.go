// Package squirrels keeps lock rows by a builder.
package squirrels

import (
	"context"
	"database/sql"
	"errors"
	"time"

	sq "github.com/Masterminds/squirrel"
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
func Right(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Insert("right_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Delete("right_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	return work()
}

// Claim takes a row that is free, and empties its own.
func Claim(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Update("claim_locks").Set("owner", me).Set("expires_at", time.Now().Add(time.Minute)).Where(sq.Eq{"name": name}).Where(sq.Lt{"expires_at": time.Now()}).RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Update("claim_locks").SetMap(map[string]any{"owner": nil, "expires_at": nil}).Where("name = ? AND owner = ?", name, me).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	return work()
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Insert("forever_locks").Columns("name", "owner").Values(name, me).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil { // want setnxexpire
		return err
	}
	defer sq.Delete("forever_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	return work()
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Insert("free_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Delete("free_locks").Where(sq.Eq{"name": name}).RunWith(db).ExecContext(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

// Clear empties whoever's row it is.
func Clear(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Update("clear_locks").Set("owner", me).Set("expires_at", time.Now().Add(time.Minute)).Where(sq.Eq{"name": name}).Where(sq.Lt{"expires_at": time.Now()}).RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Update("clear_locks").SetMap(map[string]any{"owner": nil, "expires_at": nil}).Where("name = ?", name).RunWith(db).ExecContext(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

// Keep prolongs whoever's row it is.
func Keep(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := counted(sq.Insert("keep_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Delete("keep_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(sq.Update("keep_locks").Set("expires_at", time.Now().Add(time.Minute)).Where(sq.And{sq.Eq{"name": name}}).RunWith(db).ExecContext(ctx)); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

// Hold prolongs its own row and ends the work without it.
func Hold(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := counted(sq.Insert("hold_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Delete("hold_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(sq.Update("hold_locks").Set("expires_at", time.Now().Add(time.Minute)).Where(sq.And{sq.Eq{"name": name}, sq.Eq{"owner": me}}).RunWith(db).ExecContext(ctx)); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if _, err := sq.Insert("blind_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx); err != nil { // want nolost
		return err
	}
	defer sq.Delete("blind_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	return work()
}
