// Package vault elects the keeper of a safe, as Vault's backends do.
package vault

import (
	"context"
	"database/sql"
	"errors"

	"github.com/hashicorp/vault/sdk/physical"
)

type Safe struct {
	ha physical.HABackend
	db *sql.DB
}

var errKept = errors.New("it has a keeper")

// Keep does not tell a nil channel from one that says when the lock is lost.
func (s *Safe) Keep(ctx context.Context, box, me string) error {
	l, err := s.ha.LockWith("boxes/"+box, me)
	if err != nil {
		return err
	}
	if _, err := l.Lock(ctx.Done()); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	var coins int
	if err := s.db.QueryRowContext(ctx, "SELECT coins FROM boxes WHERE id = $1", box).Scan(&coins); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "UPDATE boxes SET coins = $1 WHERE id = $2", coins+1, box) // want unfenced
	return err
}

// Open watches the channel, and its write expects a state.
func (s *Safe) Open(ctx context.Context, box, me string) error {
	l, err := s.ha.LockWith("boxes/"+box, me)
	if err != nil {
		return err
	}
	gone, err := l.Lock(ctx.Done()) // ok nolost: nil is told from a channel, which is watched
	if err != nil {
		return err
	}
	if gone == nil {
		return errKept
	}
	defer l.Unlock()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-gone:
			stop()
		case <-ctx.Done():
		}
	}()
	res, err := s.db.ExecContext(ctx, "UPDATE boxes SET state = 'open' WHERE id = $1 AND state = 'shut'", box) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errKept
	}
	return nil
}
