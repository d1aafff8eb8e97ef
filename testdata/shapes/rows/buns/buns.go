// Package buns keeps lock rows by a builder.
package buns

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"
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

type RightLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Right compares its owner.
func Right(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if err := counted(db.NewInsert().Model(&RightLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).On("CONFLICT (name) DO NOTHING").Exec(ctx)); err != nil {
		return err
	}
	defer db.NewDelete().Model((*RightLock)(nil)).Where("name = ?", name).Where("owner = ?", me).Exec(context.WithoutCancel(ctx))
	return work()
}

type ClaimLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Claim takes a row that is free, and empties its own.
func Claim(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if err := counted(db.NewUpdate().Model((*ClaimLock)(nil)).Set("owner = ?", me).Set("expires_at = ?", time.Now().Add(time.Minute)).Where("name = ?", name).Where("expires_at < ?", time.Now()).Exec(ctx)); err != nil {
		return err
	}
	defer db.NewUpdate().Model((*ClaimLock)(nil)).Set("owner = NULL, expires_at = NULL").Where("name = ? AND owner = ?", name, me).Exec(context.WithoutCancel(ctx))
	return work()
}

type ForeverLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if err := counted(db.NewInsert().Model(&ForeverLock{Name: name, Holder: me}).On("CONFLICT (name) DO NOTHING").Exec(ctx)); err != nil { // want setnxexpire
		return err
	}
	defer db.NewDelete().Model((*ForeverLock)(nil)).Where("name = ?", name).Where("owner = ?", me).Exec(context.WithoutCancel(ctx))
	return work()
}

type FreeLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if err := counted(db.NewInsert().Model(&FreeLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).On("CONFLICT (name) DO NOTHING").Exec(ctx)); err != nil {
		return err
	}
	defer db.NewDelete().Model((*FreeLock)(nil)).Where("name = ?", name).Exec(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

type ClearLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Clear empties whoever's row it is.
func Clear(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if err := counted(db.NewUpdate().Model((*ClearLock)(nil)).Set("owner = ?", me).Set("expires_at = ?", time.Now().Add(time.Minute)).Where("name = ?", name).Where("expires_at < ?", time.Now()).Exec(ctx)); err != nil {
		return err
	}
	defer db.NewUpdate().Model((*ClearLock)(nil)).Set("owner = NULL, expires_at = NULL").Where("name = ?", name).Exec(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

type KeepLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Keep prolongs whoever's row it is.
func Keep(ctx context.Context, db *bun.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.NewInsert().Model(&KeepLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).On("CONFLICT (name) DO NOTHING").Exec(ctx)); err != nil {
		return err
	}
	defer db.NewDelete().Model((*KeepLock)(nil)).Where("name = ?", name).Where("owner = ?", me).Exec(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.NewUpdate().Model(&KeepLock{Name: name, ExpiresAt: time.Now().Add(time.Minute)}).Column("expires_at").WherePK().Exec(ctx)); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

type HoldLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Hold prolongs its own row and ends the work without it.
func Hold(ctx context.Context, db *bun.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.NewInsert().Model(&HoldLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).On("CONFLICT (name) DO NOTHING").Exec(ctx)); err != nil {
		return err
	}
	defer db.NewDelete().Model((*HoldLock)(nil)).Where("name = ?", name).Where("owner = ?", me).Exec(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.NewUpdate().Model(&HoldLock{Name: name, ExpiresAt: time.Now().Add(time.Minute)}).Column("expires_at").WherePK().Where("owner = ?", me).Exec(ctx)); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

type BlindLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if _, err := db.NewInsert().Model(&BlindLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).On("CONFLICT (name) DO NOTHING").Exec(ctx); err != nil { // want nolost
		return err
	}
	defer db.NewDelete().Model((*BlindLock)(nil)).Where("name = ?", name).Where("owner = ?", me).Exec(context.WithoutCancel(ctx))
	return work()
}
