// Package elms fells elms; who may do it stands in a table.
package elms

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

const claim = `INSERT INTO tree_locks (tree, holder, until) VALUES ($1, $2, now() + interval '1 minute')
ON CONFLICT (tree) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE tree_locks.until < now()`

var errLost = errors.New("tree lock is lost")

// Axe is a lock row.
type Axe struct {
	db     *sqlx.DB
	tree   string
	holder string
	cancel context.CancelFunc
}

// NewAxe makes a lock.
func NewAxe(db *sqlx.DB, tree string) *Axe {
	return &Axe{db: db, tree: tree, holder: uuid.NewString()}
}

// Lock takes the row and beats.
func (a *Axe) Lock(ctx context.Context) error {
	res, err := a.db.ExecContext(ctx, claim, a.tree, a.holder)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errLost, err)
	}
	ctx, a.cancel = context.WithCancel(ctx)
	go a.beat(ctx)
	return nil
}

func (a *Axe) beat(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(15 * time.Second):
		}
		_, err := a.db.ExecContext(ctx, "UPDATE tree_locks SET until = now() + interval '1 minute' WHERE tree = $1 AND holder = $2", a.tree, a.holder) // want nolost
		if err != nil {
			slog.Warn("beat", "tree", a.tree, "err", err)
		}
	}
}

// Unlock frees the tree, whoever has it.
func (a *Axe) Unlock(ctx context.Context) error {
	a.cancel()
	_, err := a.db.ExecContext(ctx, "DELETE FROM tree_locks WHERE tree = $1", a.tree) // want plaindel
	return err
}

// Saw is a lock row that knows whose it is.
type Saw struct {
	db     *sqlx.DB
	tree   string
	holder string
}

// Lock takes the row.
func (s *Saw) Lock(ctx context.Context) error {
	s.holder = uuid.NewString()
	res, err := s.db.ExecContext(ctx, claim, s.tree, s.holder)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errLost, err)
	}
	return nil
}

// Extend prolongs the row.
func (s *Saw) Extend(ctx context.Context) error {
	res, err := s.db.ExecContext(ctx, "UPDATE tree_locks SET until = now() + interval '1 minute' WHERE tree = $1 AND holder = $2", s.tree, s.holder) // ok: returned
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// Unlock frees the tree if it is ours.
func (s *Saw) Unlock(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM tree_locks WHERE tree = $1 AND holder = $2", s.tree, s.holder) // ok: the holder is compared
	return err
}

// Uproot removes what is known of a tree.
func (s *Saw) Uproot(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM tree_notes WHERE tree = $1", s.tree) // ok: data
	return err
}
