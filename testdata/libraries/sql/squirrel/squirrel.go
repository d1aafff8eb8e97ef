// Package squirrel counts nuts.
package squirrel

import (
	"context"
	"database/sql"
	"errors"
	"time"

	sq "github.com/Masterminds/squirrel"
	"github.com/bsm/redislock"
)

type Store struct {
	db    *sql.DB
	locks *redislock.Client
}

var errEaten = errors.New("eaten meanwhile")

// Hide writes what it read.
func (s *Store) Hide(ctx context.Context, tree string) error {
	l, err := s.locks.Obtain(ctx, "tree:"+tree, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var nuts int
	if err := sq.Select("nuts").From("trees").Where(sq.Eq{"name": tree}).RunWith(s.db).QueryRowContext(ctx).Scan(&nuts); err != nil {
		return err
	}
	_, err = sq.Update("trees").Set("nuts", nuts+1).Where(sq.Eq{"name": tree}).RunWith(s.db).ExecContext(ctx) // want unfenced
	return err
}

// Dig expects what it read.
func (s *Store) Dig(ctx context.Context, tree string) error {
	l, err := s.locks.Obtain(ctx, "tree:"+tree, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var nuts int
	if err := sq.Select("nuts").From("trees").Where(sq.Eq{"name": tree}).RunWith(s.db).QueryRowContext(ctx).Scan(&nuts); err != nil {
		return err
	}
	res, err := sq.Update("trees").Set("nuts", nuts-1).Where(sq.Eq{"name": tree, "nuts": nuts}).RunWith(s.db).ExecContext(ctx) // ok unfenced: expected value
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errEaten
	}
	return nil
}
