// Package repo stores routes.
package repo

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Repo struct{ Pool *pgxpool.Pool }

// Stops returns how many stops a route has.
func (r *Repo) Stops(ctx context.Context, route int64) (n int, err error) {
	err = r.Pool.QueryRow(ctx, "SELECT stops FROM routes WHERE id = $1", route).Scan(&n)
	return n, err
}

// SetStops stores how many stops a route has.
func (r *Repo) SetStops(ctx context.Context, route int64, n int) error {
	_, err := r.Pool.Exec(ctx, "UPDATE routes SET stops = $1 WHERE id = $2", n, route) // maybe unfenced
	return err
}

// SetStopsFenced stores it unless a later holder was here.
func (r *Repo) SetStopsFenced(ctx context.Context, route int64, n int, token int64) (bool, error) {
	tag, err := r.Pool.Exec(ctx, "UPDATE routes SET stops = $1, token = $3 WHERE id = $2 AND token <= $3", n, route, token)
	return tag.RowsAffected() == 1, err
}
