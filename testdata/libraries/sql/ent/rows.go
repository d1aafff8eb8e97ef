package ent

import (
	"context"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
)

func (r *Ranger) counted(ctx context.Context, query string, args []any) error {
	res, err := r.db.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errFelled
	}
	return nil
}

// Water takes a row that ends by itself.
func (r *Ranger) Water(ctx context.Context, plot, me string, water func() error) error {
	query, args := sql.Dialect(dialect.Postgres).Insert("water_locks").Columns("plot", "owner", "expires_at").Values(plot, me, time.Now().Add(time.Minute)).OnConflict(sql.DoNothing()).Query()
	res, err := r.db.ExecContext(ctx, query, args...) // ok setnxexpire: has an expiry
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errFelled
	}
	query, args = sql.Delete("water_locks").Where(sql.And(sql.EQ("plot", plot), sql.EQ("owner", me))).Query()
	defer r.db.ExecContext(context.WithoutCancel(ctx), query, args...) // ok plaindel: compares
	return water()
}

// Prune makes a row that outlives a crash, and frees it by its name.
func (r *Ranger) Prune(ctx context.Context, plot, me string, prune func() error) error {
	query, args := sql.Dialect(dialect.Postgres).Insert("prune_locks").Columns("plot", "owner").Values(plot, me).OnConflict(sql.DoNothing()).Query()
	res, err := r.db.ExecContext(ctx, query, args...) // want setnxexpire
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errFelled
	}
	query, args = sql.Delete("prune_locks").Where(sql.EQ("plot", plot)).Query()
	defer r.db.ExecContext(context.WithoutCancel(ctx), query, args...) // want plaindel
	return prune()
}

// Claim takes a row that is free, Hold prolongs its own.
func (r *Ranger) Claim(ctx context.Context, plot, me string) error {
	query, args := sql.Update("claim_locks").Set("owner", me).Set("expires_at", time.Now().Add(time.Minute)).Where(sql.And(sql.EQ("plot", plot), sql.Or(sql.IsNull("owner"), sql.LT("expires_at", time.Now())))).Query()
	return r.counted(ctx, query, args)
}

func (r *Ranger) Hold(ctx context.Context, plot, me string) error {
	query, args := sql.Update("claim_locks").Set("expires_at", time.Now().Add(time.Minute)).Where(sql.And(sql.EQ("plot", plot), sql.EQ("owner", me))).Query()
	return r.counted(ctx, query, args)
}
