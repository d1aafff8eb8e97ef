// Package cherries sells cherries; every statement goes through a wrapper.
package cherries

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"

	"example.test/shapes/wrappers/cherries/dbx"
)

var errSold = errors.New("crate was sold meanwhile")

// Stall sells.
type Stall struct {
	db    *dbx.DB
	locks *redislock.Client
}

// Sell writes what it read.
func (s *Stall) Sell(ctx context.Context, crate int64, grams int) error {
	l, err := s.locks.Obtain(ctx, "crate/sell", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	left, err := s.db.Int(ctx, "SELECT grams FROM crates WHERE id = $1", crate)
	if err != nil {
		return err
	}
	_, err = s.db.Exec(ctx, "UPDATE crates SET grams = $1 WHERE id = $2", left-grams, crate) // want unfenced
	return err
}

// Taste writes only what is still there.
func (s *Stall) Taste(ctx context.Context, crate int64) error {
	l, err := s.locks.Obtain(ctx, "crate/taste", 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	left, err := s.db.Int(ctx, "SELECT grams FROM crates WHERE id = $1", crate)
	if err != nil {
		return err
	}
	n, err := s.db.Exec(ctx, "UPDATE crates SET grams = $1 WHERE id = $2 AND grams = $3", left-5, crate, left) // ok: compared by the statement
	if err == nil && n == 0 {
		err = errSold
	}
	return err
}

const claim = `INSERT INTO crate_locks (crate, seller, until) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING`

// Claim takes the lock row of a crate.
func (s *Stall) Claim(ctx context.Context, crate int64, seller string) (bool, error) {
	n, err := s.db.Exec(ctx, claim, crate, seller)
	return n == 1, err
}

// Unclaim deletes the row, whoever has it.
func (s *Stall) Unclaim(ctx context.Context, crate int64) error {
	_, err := s.db.Exec(ctx, "DELETE FROM crate_locks WHERE crate = $1", crate) // want plaindel
	return err
}

// Yield deletes the row of its seller.
func (s *Stall) Yield(ctx context.Context, crate int64, seller string) error {
	_, err := s.db.Exec(ctx, "DELETE FROM crate_locks WHERE crate = $1 AND seller = $2", crate, seller) // ok: the seller is compared
	return err
}

// Rot deletes a crate.
func (s *Stall) Rot(ctx context.Context, crate int64) error {
	_, err := s.db.Exec(ctx, "DELETE FROM crates WHERE id = $1", crate) // ok: data, no lock
	return err
}
