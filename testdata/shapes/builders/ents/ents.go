// Package ents writes by ent's builders under a lock that gives no token.
package ents

import (
	"context"
	"errors"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/go-redsync/redsync/v4"

	"example.test/shapes/builders/ents/store"
	"example.test/shapes/builders/ents/store/account"
)

var errConflict = errors.New("somebody else wrote")

func Built(ctx context.Context, d dialect.Driver, c *store.Client, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("built")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := c.Get(ctx, id)
	if err != nil {
		return err
	}
	q, args := sql.Update("accounts").Set("balance", a.Balance-n).Where(sql.EQ("id", id)).Query()
	var res sql.Result
	return d.Exec(ctx, q, args, &res) // want unfenced
}

func BuiltVersioned(ctx context.Context, d dialect.Driver, c *store.Client, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("built:versioned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := c.Get(ctx, id)
	if err != nil {
		return err
	}
	q, args := sql.Update("accounts").
		Set("balance", a.Balance-n).Set("version", a.Version+1).
		Where(sql.And(sql.EQ("id", id), sql.EQ("version", a.Version))).
		Query()
	var res sql.Result
	if err := d.Exec(ctx, q, args, &res); err != nil { // ok: the version decides
		return err
	}
	if k, err := res.RowsAffected(); err != nil || k == 0 {
		return errConflict
	}
	return nil
}

func Generated(ctx context.Context, c *store.Client, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("generated")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := c.Get(ctx, id)
	if err != nil {
		return err
	}
	_, err = c.Update().Where(account.ID(id)).SetBalance(a.Balance - n).Save(ctx) // maybe unfenced
	return err
}

func GeneratedVersioned(ctx context.Context, c *store.Client, rs *redsync.Redsync, id, n int64) error {
	mu := rs.NewMutex("generated:versioned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	a, err := c.Get(ctx, id)
	if err != nil {
		return err
	}
	k, err := c.Update().Where(account.ID(id), account.VersionEQ(a.Version)).SetBalance(a.Balance - n).AddVersion(1).Save(ctx) // ok: the version decides
	if err != nil {
		return err
	}
	if k == 0 {
		return errConflict
	}
	return nil
}
