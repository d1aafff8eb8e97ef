package xorm

import (
	"context"
	"errors"
	"time"

	"xorm.io/xorm"
)

var errRow = errors.New("held by another")

func counted(n int64, err error) error {
	if err == nil && n == 0 {
		return errRow
	}
	return err
}

type RightLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Right compares its owner.
func Right(ctx context.Context, db *xorm.Engine, name, me string, work func() error) error {
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&RightLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil { // ok setnxexpire: has an expiry // ok nolost: the rows are counted
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&RightLock{Name: name, Holder: me}) // ok plaindel: compares
	return work()
}

type ForeverLock struct {
	Name   string `xorm:"pk"`
	Holder string `xorm:"varchar(64) 'owner'"`
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *xorm.Engine, name, me string, work func() error) error {
	if err := counted(db.Context(ctx).Insert(&ForeverLock{Name: name, Holder: me})); err != nil { // want setnxexpire
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&ForeverLock{Name: name, Holder: me})
	return work()
}

type FreeLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *xorm.Engine, name, me string, work func() error) error {
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&FreeLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&FreeLock{Name: name}) // want plaindel
	return work()
}

type BlindLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *xorm.Engine, name, me string, work func() error) error {
	if _, err := db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&BlindLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)}); err != nil { // want nolost
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&BlindLock{Name: name, Holder: me})
	return work()
}
