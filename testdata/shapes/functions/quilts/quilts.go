// Package quilts sews quilts; the lock's token is in a result struct, and a repository writes.
package quilts

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.test/shapes/functions/quilts/repository"
)

const claim = `INSERT INTO quilt_locks AS l (name, owner, token, until) VALUES ($1, $2, 1, now() + interval '30 seconds')
ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = l.token + 1, until = excluded.until
WHERE l.until < now() RETURNING token`

var errSewing = errors.New("quilt is being sewn")

// Claim is a lock that is held.
type Claim struct {
	Name, Owner string
	Token       int64
	Free        func(context.Context) error
}

// Sewer sews.
type Sewer struct {
	pool *pgxpool.Pool
	repo *repository.Quilts
}

func (s *Sewer) claim(ctx context.Context, name string) (*Claim, error) {
	c := &Claim{Name: name, Owner: uuid.NewString()}
	c.Free = func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, "UPDATE quilt_locks SET until = now() WHERE name = $1 AND owner = $2", c.Name, c.Owner) // ok: the owner is compared
		return err
	}
	switch err := s.pool.QueryRow(ctx, claim, c.Name, c.Owner).Scan(&c.Token); {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, errSewing
	case err != nil:
		return nil, err
	}
	return c, nil
}

// Patch forgets the token.
func (s *Sewer) Patch(ctx context.Context, quilt int64) error {
	c, err := s.claim(ctx, "patch")
	if err != nil {
		return err
	}
	defer c.Free(context.WithoutCancel(ctx))
	q, err := s.repo.Load(ctx, quilt)
	if err != nil {
		return err
	}
	q.Patches++
	return s.repo.Save(ctx, q) // want unfenced
}

// Stitch hands the token to the repository.
func (s *Sewer) Stitch(ctx context.Context, quilt int64) error {
	c, err := s.claim(ctx, "stitch")
	if err != nil {
		return err
	}
	defer c.Free(context.WithoutCancel(ctx))
	q, err := s.repo.Load(ctx, quilt)
	if err != nil {
		return err
	}
	q.Patches--
	q.Token = c.Token
	return s.repo.SaveFenced(ctx, q) // ok: carries the token
}

// Look reads.
func (s *Sewer) Look(ctx context.Context, quilt int64) (*repository.Quilt, error) {
	c, err := s.claim(ctx, "look")
	if err != nil {
		return nil, err
	}
	defer c.Free(context.WithoutCancel(ctx))
	return s.repo.Load(ctx, quilt) // ok: reads
}
