// Package xorm brews beer.
package xorm

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"xorm.io/xorm"
)

type Keg struct {
	ID     int64
	Litres int
}

type Brewery struct {
	db    *xorm.Engine
	locks *redislock.Client
}

var errBrewed = errors.New("brewed meanwhile")

// Tap names the row only.
func (b *Brewery) Tap(ctx context.Context, id int64) error {
	l, err := b.locks.Obtain(ctx, "tap", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var k Keg
	if _, err := b.db.ID(id).Get(&k); err != nil {
		return err
	}
	k.Litres--
	_, err = b.db.ID(id).Update(&k) // want unfenced
	return err
}

// Fill expects what it read.
func (b *Brewery) Fill(ctx context.Context, id int64) error {
	l, err := b.locks.Obtain(ctx, "fill", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var k Keg
	if _, err := b.db.ID(id).Get(&k); err != nil {
		return err
	}
	n, err := b.db.Table("keg").Where("id = ? AND litres = ?", id, k.Litres).Update(map[string]any{"litres": k.Litres + 1}) // ok unfenced: expected value
	if err != nil {
		return err
	}
	if n == 0 {
		return errBrewed
	}
	return nil
}

// Mash frees a lock row by its name, and does not look at who got it.
func (b *Brewery) Mash(keg, me string, mash func() error) error {
	if _, err := b.db.Exec("INSERT INTO keg_locks (keg, owner, expires_at) VALUES (?, ?, now() + interval '1 minute') ON CONFLICT DO NOTHING", keg, me); err != nil { // want nolost
		return err
	}
	defer b.db.Exec("DELETE FROM keg_locks WHERE keg = ?", keg) // want plaindel
	return mash()
}

// Boil looks, and compares.
func (b *Brewery) Boil(keg, me string, boil func() error) error {
	res, err := b.db.Exec("INSERT INTO boil_locks (keg, owner, expires_at) VALUES (?, ?, now() + interval '1 minute') ON CONFLICT DO NOTHING", keg, me) // ok nolost: the rows are counted
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errBrewed
	}
	defer b.db.Exec("DELETE FROM boil_locks WHERE keg = ? AND owner = ?", keg, me) // ok plaindel: compares
	return boil()
}
