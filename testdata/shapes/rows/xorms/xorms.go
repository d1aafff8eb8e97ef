// Package xorms keeps lock rows by a builder.
package xorms

import (
	"context"
	"errors"
	"time"

	"xorm.io/xorm"
)

var errHeld = errors.New("held by another")

func counted(n int64, err error) error {
	if err == nil && n == 0 {
		return errHeld
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
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&RightLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&RightLock{Name: name, Holder: me})
	return work()
}

type ClaimLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Claim takes a row that is free, and empties its own.
func Claim(ctx context.Context, db *xorm.Engine, name, me string, work func() error) error {
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&ClaimLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Table(new(ClaimLock)).Where("name = ? AND owner = ?", name, me).Update(map[string]any{"owner": nil, "expires_at": nil})
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

type ClearLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Clear empties whoever's row it is.
func Clear(ctx context.Context, db *xorm.Engine, name, me string, work func() error) error {
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&ClearLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Table(new(ClearLock)).Where("name = ?", name).Update(map[string]any{"owner": nil, "expires_at": nil}) // want plaindel
	return work()
}

type KeepLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Keep prolongs whoever's row it is.
func Keep(ctx context.Context, db *xorm.Engine, name, me string, work func(context.Context) error) error {
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&KeepLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&KeepLock{Name: name, Holder: me})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.Context(ctx).Cols("expires_at").Update(&KeepLock{ExpiresAt: time.Now().Add(time.Minute)}, &KeepLock{Name: name})); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

type HoldLock struct {
	Name      string    `xorm:"pk"`
	Holder    string    `xorm:"varchar(64) 'owner'"`
	ExpiresAt time.Time `xorm:"datetime"`
}

// Hold prolongs its own row and ends the work without it.
func Hold(ctx context.Context, db *xorm.Engine, name, me string, work func(context.Context) error) error {
	if err := counted(db.Context(ctx).Where("name = ?", name).And("expires_at < ?", time.Now()).Cols("owner", "expires_at").Update(&HoldLock{Holder: me, ExpiresAt: time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Context(context.WithoutCancel(ctx)).Delete(&HoldLock{Name: name, Holder: me})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			if err := counted(db.Context(ctx).Cols("expires_at").Update(&HoldLock{ExpiresAt: time.Now().Add(time.Minute)}, &HoldLock{Name: name, Holder: me})); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
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
