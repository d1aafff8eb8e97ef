// Package routes changes routes under a lock that is a row with a token.
package routes

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.test/rules/unfenced/no-token/routes/repo"
)

const take = `UPDATE route_locks SET owner = $2, token = token + 1, expires_at = now() + interval '30 seconds'
WHERE name = $1 AND (owner IS NULL OR expires_at < now()) RETURNING token`

var (
	errHeld  = errors.New("route is locked")
	errStale = errors.New("a later holder was here")
)

type Planner struct {
	pool *pgxpool.Pool
	repo *repo.Repo
}

// Lease is a lock that is held.
type Lease struct {
	name, owner string
	token       int64
}

func (p *Planner) lock(ctx context.Context, name, owner string) (*Lease, error) {
	l := &Lease{name: name, owner: owner}
	err := p.pool.QueryRow(ctx, take, name, owner).Scan(&l.token)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errHeld
	}
	return l, err
}

func (p *Planner) unlock(ctx context.Context, l *Lease) error {
	_, err := p.pool.Exec(ctx, "UPDATE route_locks SET owner = NULL WHERE name = $1 AND owner = $2", l.name, l.owner)
	return err
}

// AddStop reads and writes under the lock, and forgets the token.
func (p *Planner) AddStop(ctx context.Context, route int64) error {
	l, err := p.lock(ctx, "routes", uuid.NewString())
	if err != nil {
		return err
	}
	defer p.unlock(context.WithoutCancel(ctx), l)
	n, err := p.repo.Stops(ctx, route)
	if err != nil {
		return err
	}
	return p.repo.SetStops(ctx, route, n+1) // want unfenced
}

// DropStop hands the token on.
func (p *Planner) DropStop(ctx context.Context, route int64) error {
	l, err := p.lock(ctx, "routes", uuid.NewString())
	if err != nil {
		return err
	}
	defer p.unlock(context.WithoutCancel(ctx), l)
	n, err := p.repo.Stops(ctx, route)
	if err != nil {
		return err
	}
	ok, err := p.repo.SetStopsFenced(ctx, route, n-1, l.token) // ok: carries the token
	if err != nil {
		return err
	}
	if !ok {
		return errStale
	}
	return nil
}
