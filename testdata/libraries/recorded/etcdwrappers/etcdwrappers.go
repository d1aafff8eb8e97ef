// Package etcdwrappers opens shops with jupiter's mutex.
package etcdwrappers

import (
	"context"
	"database/sql"
	"time"

	"github.com/douyu/jupiter/pkg/client/etcdv3"
)

type Shop struct {
	etcd *etcdv3.Client
	db   *sql.DB
}

// Open does not look, and writes what it read. The wrapper hides the session.
func (s *Shop) Open(ctx context.Context, shop string) error {
	mu, err := s.etcd.NewMutex("/shops/" + shop)
	if err != nil {
		return err
	}
	mu.TryLock(time.Second) // want nolost
	defer mu.Unlock()
	var visits int
	if err := s.db.QueryRowContext(ctx, "SELECT visits FROM shops WHERE id = $1", shop).Scan(&visits); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "UPDATE shops SET visits = $1 WHERE id = $2", visits+1, shop) // want unfenced
	return err
}

// Close looks, and expects a state.
func (s *Shop) Close(ctx context.Context, shop string) error {
	mu, err := s.etcd.NewMutex("/shops/" + shop)
	if err != nil {
		return err
	}
	if err := mu.Lock(time.Second); err != nil { // ok nolost: the error is looked at
		return err
	}
	defer mu.Unlock()
	res, err := s.db.ExecContext(ctx, "UPDATE shops SET state = 'shut' WHERE id = $1 AND state = 'open'", shop) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
