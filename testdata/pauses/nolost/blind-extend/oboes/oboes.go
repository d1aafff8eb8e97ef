// Package oboes keeps a row's lease by a holder and a version.
package oboes

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errReed = errors.New("oboes: the reed is another's")

// Reed is a lease of half a minute.
type Reed struct {
	pool  *pgxpool.Pool
	name  string
	me    string
	token int64
}

// Take takes a reed.
func Take(ctx context.Context, pool *pgxpool.Pool, name, me string) (*Reed, error) {
	r := &Reed{pool: pool, name: name, me: me}
	err := pool.QueryRow(ctx, `UPDATE reed_leases SET holder = $2, token = token + 1, expires_at = now() + interval '30 seconds'
		WHERE name = $1 AND expires_at < now() RETURNING token`, name, me).Scan(&r.token)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errReed
	}
	return r, err
}

// Keep keeps the reed until the context ends, or returns why it could not.
func (r *Reed) Keep(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(10 * time.Second):
		}
		tag, err := r.pool.Exec(ctx, `UPDATE reed_leases SET expires_at = now() + interval '30 seconds' WHERE name = $1 AND holder = $2 AND token = $3`, r.name, r.me, r.token)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != 1 {
			return errReed
		}
	}
}

// Drop gives the reed back.
func (r *Reed) Drop(ctx context.Context) error {
	_, err := r.pool.Exec(ctx, `DELETE FROM reed_leases WHERE name = $1 AND holder = $2 AND token = $3`, r.name, r.me, r.token)
	return err
}
