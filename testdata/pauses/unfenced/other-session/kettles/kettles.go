// Package kettles reads elsewhere and writes where it holds the lock.
package kettles

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Kitchen has kettles.
type Kitchen struct{ pool *pgxpool.Pool }

// Fill fills a kettle by what a recipe says.
func (k *Kitchen) Fill(ctx context.Context, kettle int64, recipe string) (err error) {
	conn, err := k.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", kettle); err != nil {
		return err
	}
	defer func() {
		_, uerr := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", kettle)
		err = errors.Join(err, uerr)
	}()
	var litres int
	if err := k.pool.QueryRow(ctx, "SELECT litres FROM recipes WHERE name = $1", recipe).Scan(&litres); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "UPDATE kettles SET litres = $1 WHERE id = $2", litres, kettle)
	return err
}
