// Package etcdconcurrency runs mills.
package etcdconcurrency

import (
	"context"
	"database/sql"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Mill struct {
	cli *clientv3.Client
	db  *sql.DB
}

var errGround = errors.New("a later miller has written")

// Grind never looks whether its session lives, and its write carries no token.
func (m *Mill) Grind(ctx context.Context, sack string) error {
	s, err := concurrency.NewSession(m.cli, concurrency.WithTTL(15))
	if err != nil {
		return err
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mill/"+sack)
	if err := mu.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	var flour int
	if err := m.db.QueryRowContext(ctx, "SELECT flour FROM sacks WHERE id = $1", sack).Scan(&flour); err != nil {
		return err
	}
	_, err = m.db.ExecContext(ctx, "UPDATE sacks SET flour = $1 WHERE id = $2", flour+1, sack) // want unfenced
	return err
}

// Sift stops with the session, and its write carries the revision.
func (m *Mill) Sift(ctx context.Context, sack string) error {
	s, err := concurrency.NewSession(m.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mill/"+sack)
	if err := mu.Lock(ctx); err != nil { // ok nolost: Done is watched
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx)) // ok plaindel: its own key, with a context that lives
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-s.Done():
			stop()
		case <-ctx.Done():
		}
	}()
	res, err := m.db.ExecContext(ctx, "UPDATE sacks SET flour = flour + 1, fence = $1 WHERE id = $2 AND fence <= $1", mu.Header().Revision, sack) // ok unfenced: carries the token
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errGround
	}
	return nil
}

// Weigh gives the lock back with a context that has ended.
func (m *Mill) Weigh(ctx context.Context, sack string, weigh func(context.Context) error) error {
	s, err := concurrency.NewSession(m.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	work, cancel := context.WithCancel(ctx)
	go func() {
		<-s.Done()
		cancel()
	}()
	mu := concurrency.NewMutex(s, "/scale/"+sack)
	if err := mu.Lock(work); err != nil {
		return err
	}
	err = weigh(work)
	cancel()
	mu.Unlock(work) // want plaindel
	return err
}

// Lead campaigns and never watches.
func (m *Mill) Lead(ctx context.Context, me string, run func(context.Context) error) error {
	s, err := concurrency.NewSession(m.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	e := concurrency.NewElection(s, "/mill/leader")
	if err := e.Campaign(ctx, me); err != nil { // want nolost
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	return run(ctx)
}

// Fence compares the owner in etcd itself.
func (m *Mill) Fence(ctx context.Context, s *concurrency.Session, sack string) error {
	mu := concurrency.NewMutex(s, "/fence/"+sack)
	if err := mu.TryLock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	select {
	case <-s.Done():
		return errGround
	default:
	}
	resp, err := m.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/sacks/"+sack, "ground")).Commit() // ok unfenced: only for the owner
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errGround
	}
	return nil
}
