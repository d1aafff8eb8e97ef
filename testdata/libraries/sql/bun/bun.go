// Package bun bakes bread.
package bun

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/uptrace/bun"
)

type Loaf struct {
	ID      int64 `bun:",pk"`
	Grams   int
	Version int64
}

type Bakery struct {
	db    *bun.DB
	locks *redislock.Client
}

var errBaked = errors.New("baked meanwhile")

func (b *Bakery) obtain(ctx context.Context, id string) (*redislock.Lock, error) {
	return b.locks.Obtain(ctx, "loaf:"+id, time.Minute, nil)
}

// Knead names the row only.
func (b *Bakery) Knead(ctx context.Context, loaf *Loaf) error {
	l, err := b.obtain(ctx, "knead")
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if err := b.db.NewSelect().Model(loaf).WherePK().Scan(ctx); err != nil {
		return err
	}
	loaf.Grams++
	_, err = b.db.NewUpdate().Model(loaf).WherePK().Exec(ctx) // want unfenced
	return err
}

// Bake expects the version.
func (b *Bakery) Bake(ctx context.Context, loaf *Loaf) error {
	l, err := b.obtain(ctx, "bake")
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	res, err := b.db.NewUpdate().Model(loaf).Set("grams = ?", loaf.Grams).Set("version = version + 1").Where("id = ? AND version = ?", loaf.ID, loaf.Version).Exec(ctx) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errBaked
	}
	return nil
}

// Slice runs a raw statement.
func (b *Bakery) Slice(ctx context.Context, id int64) error {
	l, err := b.obtain(ctx, "slice")
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var slices int
	if err := b.db.QueryRowContext(ctx, "SELECT slices FROM loaves WHERE id = ?", id).Scan(&slices); err != nil {
		return err
	}
	_, err = b.db.NewRaw("UPDATE loaves SET slices = ? WHERE id = ?", slices+1, id).Exec(ctx) // want unfenced
	return err
}

// Proof takes a session's lock on the pool, Cool on a connection.
func (b *Bakery) Proof(ctx context.Context, id int64, proof func() error) error {
	if _, err := b.db.ExecContext(ctx, "SELECT pg_advisory_lock(?)", id); err != nil { // want nolost
		return err
	}
	defer b.db.ExecContext(ctx, "SELECT pg_advisory_unlock(?)", id) // maybe plaindel
	return proof()
}

func (b *Bakery) Cool(ctx context.Context, id int64, cool func() error) error {
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(?)", id); err != nil { // ok nolost: pinned
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(?)", id)
	return cool()
}

// Toast frees a lock row by its name, Butter compares.
func (b *Bakery) Toast(ctx context.Context, loaf, me string, toast func() error) error {
	if err := won(b.db.ExecContext(ctx, "INSERT INTO toast_locks (loaf, owner, expires_at) VALUES (?, ?, now() + interval '1 minute') ON CONFLICT DO NOTHING", loaf, me)); err != nil {
		return err
	}
	defer b.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM toast_locks WHERE loaf = ?", loaf) // want plaindel
	return toast()
}

func (b *Bakery) Butter(ctx context.Context, loaf, me string, butter func() error) error {
	if err := won(b.db.ExecContext(ctx, "INSERT INTO butter_locks (loaf, owner, expires_at) VALUES (?, ?, now() + interval '1 minute') ON CONFLICT DO NOTHING", loaf, me)); err != nil {
		return err
	}
	defer b.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM butter_locks WHERE loaf = ? AND owner = ?", loaf, me) // ok plaindel: compares
	return butter()
}

func won(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errBaked
	}
	return nil
}
