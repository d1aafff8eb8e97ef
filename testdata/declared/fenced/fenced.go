// Package fenced writes through functions that check the token in a way that is
// not seen.
package fenced

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Shop struct {
	locks *redislock.Client
	db    *sql.DB
}

// put has the store compare.
//
//locklint:fenced the trigger of the table compares the session's token
func (s *Shop) put(ctx context.Context, id string, n int) error {
	_, err := s.db.ExecContext(ctx, "UPDATE stock SET n = $1 WHERE id = $2", n, id)
	return err
}

func (s *Shop) Sell(ctx context.Context, id string, n int) error {
	l, err := s.locks.Obtain(ctx, "stock:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return s.put(ctx, id, n)
}

func (s *Shop) Waste(ctx context.Context, id string, n int) error {
	l, err := s.locks.Obtain(ctx, "waste:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = s.db.ExecContext(ctx, "UPDATE waste SET n = $1 WHERE id = $2", n, id) // want unfenced
	return err
}
