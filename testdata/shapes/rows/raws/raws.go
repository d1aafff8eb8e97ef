// Package raws keeps lock rows by statements as text. The packages beside it do
// the same by builders.
package raws

import (
	"context"
	"database/sql"
	"errors"
	"time"
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

// Right inserts the row, and compares its owner.
func Right(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(db.ExecContext(ctx, "INSERT INTO right_locks (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM right_locks WHERE name = $1 AND owner = $2", name, me)
	return work()
}

// Prolong goes on while the row is its own.
func Prolong(ctx context.Context, db *sql.DB, name, me string) error {
	return counted(db.ExecContext(ctx, "UPDATE right_locks SET expires_at = $1 WHERE name = $2 AND owner = $3", time.Now().Add(time.Minute), name, me))
}

// Claim takes a row that is free.
func Claim(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(db.ExecContext(ctx, "UPDATE claim_locks SET owner = $1, expires_at = $2 WHERE name = $3 AND expires_at < $4", me, time.Now().Add(time.Minute), name, time.Now())); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "UPDATE claim_locks SET owner = NULL, expires_at = NULL WHERE name = $1 AND owner = $2", name, me)
	return work()
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(db.ExecContext(ctx, "INSERT INTO forever_locks (name, owner) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, me)); err != nil { // want setnxexpire
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM forever_locks WHERE name = $1 AND owner = $2", name, me)
	return work()
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(db.ExecContext(ctx, "INSERT INTO free_locks (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM free_locks WHERE name = $1", name) // want plaindel
	return work()
}

// Clear empties whoever's row it is.
func Clear(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(db.ExecContext(ctx, "UPDATE clear_locks SET owner = $1, expires_at = $2 WHERE name = $3 AND expires_at < $4", me, time.Now().Add(time.Minute), name, time.Now())); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "UPDATE clear_locks SET owner = NULL, expires_at = NULL WHERE name = $1", name) // want plaindel
	return work()
}

// Keep prolongs whoever's row it is.
func Keep(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.ExecContext(ctx, "INSERT INTO keep_locks (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM keep_locks WHERE name = $1 AND owner = $2", name, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.ExecContext(ctx, "UPDATE keep_locks SET expires_at = $1 WHERE name = $2", time.Now().Add(time.Minute), name)); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if _, err := db.ExecContext(ctx, "INSERT INTO blind_locks (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute)); err != nil { // want nolost
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM blind_locks WHERE name = $1 AND owner = $2", name, me)
	return work()
}
