package bun

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"
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

type RightLock struct {
	Name      string `bun:",pk"`
	Holder    string `bun:"owner"`
	ExpiresAt time.Time
}

// Right compares its owner.
func Right(ctx context.Context, db *bun.DB, name, me string, work func() error) error {
	if err := counted(db.NewInsert().Model(&RightLock{Name: name, Holder: me, ExpiresAt: time.Now().Add(time.Minute)}).On("CONFLICT (name) DO NOTHING").Exec(ctx)); err != nil { // ok setnxexpire: has an expiry // ok nolost: the rows are counted
		return err
	}
	defer db.NewDelete().Model((*RightLock)(nil)).Where("name = ?", name).Where("owner = ?", me).Exec(context.WithoutCancel(ctx)) // ok plaindel: compares
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
