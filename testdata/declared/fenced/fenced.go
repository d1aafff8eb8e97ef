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

// run has the store compare, whatever it is asked to write.
//
//locklint:fenced the session's token is compared by the triggers of all tables
func run(ctx context.Context, db *sql.DB, text string, args ...any) (sql.Result, error) {
	return db.ExecContext(ctx, text, args...)
}

// Move writes through a function that hands on what it gets.
func (s *Shop) Move(ctx context.Context, id string, n int) error {
	l, err := s.locks.Obtain(ctx, "place:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = run(ctx, s.db, "UPDATE places SET n = $1 WHERE id = $2", n, id)
	return err
}
