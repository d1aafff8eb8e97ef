// Package cranes moves cranes through anything that can move them with a token.
package cranes

import (
	"context"
	"database/sql"
	"errors"

	"cirello.io/pglock"
)

// Token is what a holder can show.
type Token interface{ Number() int64 }

// Mover moves a crane.
type Mover interface {
	Move(ctx context.Context, crane string, to int, t Token) error
}

type held struct{ l *pglock.Lock }

func (h held) Number() int64 { return h.l.RecordVersionNumber() }

// Yard is a yard of cranes.
type Yard struct {
	locks *pglock.Client
	mover Mover
}

// NewYard returns a yard whose cranes stand in the database.
func NewYard(locks *pglock.Client, db *sql.DB) *Yard {
	return &Yard{locks: locks, mover: &table{db}}
}

// Move moves a crane.
func (y *Yard) Move(ctx context.Context, crane string, to int) error {
	return y.locks.Do(ctx, "crane/"+crane, func(ctx context.Context, l *pglock.Lock) error {
		return y.mover.Move(ctx, crane, to, held{l})
	})
}

type table struct{ db *sql.DB }

func (t *table) Move(ctx context.Context, crane string, to int, tok Token) error {
	n := tok.Number()
	res, err := t.db.ExecContext(ctx, `UPDATE cranes SET position = $1, token = $2 WHERE id = $3 AND token <= $2`, to, n, crane)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(err, errors.New("cranes: token is too old"))
	}
	return nil
}
