// Package goqu shears sheep.
package goqu

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/doug-martin/goqu/v9"
)

type Shed struct {
	db    *goqu.Database
	locks *redislock.Client
}

var errShorn = errors.New("shorn meanwhile")

// Shear writes what it read.
func (s *Shed) Shear(ctx context.Context, sheep int64) error {
	l, err := s.locks.Obtain(ctx, "shear", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var wool int
	if _, err := s.db.From("sheep").Select("wool").Where(goqu.C("id").Eq(sheep)).Executor().ScanValContext(ctx, &wool); err != nil {
		return err
	}
	_, err = s.db.Update("sheep").Set(goqu.Record{"wool": wool + 1}).Where(goqu.Ex{"id": sheep}).Executor().ExecContext(ctx) // want unfenced
	return err
}

// Comb expects what it read.
func (s *Shed) Comb(ctx context.Context, sheep int64) error {
	l, err := s.locks.Obtain(ctx, "comb", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var wool int
	if _, err := s.db.From("sheep").Select("wool").Where(goqu.C("id").Eq(sheep)).Executor().ScanValContext(ctx, &wool); err != nil {
		return err
	}
	res, err := s.db.Update("sheep").Set(goqu.Record{"wool": wool + 1}).Where(goqu.Ex{"id": sheep, "wool": wool}).Executor().ExecContext(ctx) // ok unfenced: expected value
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errShorn
	}
	return nil
}

// Dip takes a session's lock on the pool, Count one of the transaction.
func (s *Shed) Dip(ctx context.Context, sheep int64, dip func() error) error {
	if _, err := s.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", sheep); err != nil { // want nolost
		return err
	}
	defer s.db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", sheep) // maybe plaindel
	return dip()
}

func (s *Shed) Count(ctx context.Context, sheep int64, count func(*goqu.TxDatabase) error) error {
	return s.db.WithTx(func(tx *goqu.TxDatabase) error {
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", sheep); err != nil { // ok nolost: ends with the transaction
			return err
		}
		return count(tx)
	})
}

// Mark frees a lock row by its name, Drive compares.
func (s *Shed) Mark(ctx context.Context, sheep, me string, mark func() error) error {
	res, err := s.db.ExecContext(ctx, "INSERT INTO mark_locks (sheep, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", sheep, me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errShorn
	}
	defer s.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM mark_locks WHERE sheep = $1", sheep) // want plaindel
	return mark()
}

func (s *Shed) Drive(ctx context.Context, sheep, me string, drive func() error) error {
	res, err := s.db.ExecContext(ctx, "INSERT INTO drive_locks (sheep, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", sheep, me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errShorn
	}
	defer s.db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM drive_locks WHERE sheep = $1 AND owner = $2", sheep, me) // ok plaindel: compares
	return drive()
}
