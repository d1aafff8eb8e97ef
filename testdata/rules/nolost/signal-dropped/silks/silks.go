// Package silks spins silk on one node.
package silks

import (
	"context"
	"errors"
	"time"

	"github.com/redis/rueidis/rueidislock"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errGone = errors.New("session is gone")

type Spinner struct {
	cli    *clientv3.Client
	locker rueidislock.Locker
}

// Spin never asks its session.
func (s *Spinner) Spin(ctx context.Context, spool string, spin func(context.Context) error) error {
	sess, err := concurrency.NewSession(s.cli, concurrency.WithTTL(15))
	if err != nil {
		return err
	}
	defer sess.Close()
	mu := concurrency.NewMutex(sess, "/spools/"+spool)
	if err := mu.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return spin(ctx)
}

// Dye never asks its election's session.
func (s *Spinner) Dye(ctx context.Context, node string, dye func(context.Context) error) error {
	sess, err := concurrency.NewSession(s.cli)
	if err != nil {
		return err
	}
	defer sess.Close()
	e := concurrency.NewElection(sess, "/dyers")
	if err := e.Campaign(ctx, node); err != nil { // want nolost
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	for {
		if err := dye(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
		}
	}
}

// Wind does not use the context of its lock.
func (s *Spinner) Wind(ctx context.Context, spool string, wind func(context.Context) error) error {
	_, cancel, err := s.locker.WithContext(ctx, "wind:"+spool) // want nolost
	if err != nil {
		return err
	}
	defer cancel()
	return wind(ctx)
}

// Weave uses the context of its lock.
func (s *Spinner) Weave(ctx context.Context, spool string, weave func(context.Context) error) error {
	held, cancel, err := s.locker.TryWithContext(ctx, "weave:"+spool) // ok: the work gets it
	if err != nil {
		return err
	}
	defer cancel()
	return weave(held)
}

// Cut uses the session's context.
func (s *Spinner) Cut(ctx context.Context, spool string, cut func(context.Context) error) error {
	sess, err := concurrency.NewSession(s.cli, concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer sess.Close()
	mu := concurrency.NewMutex(sess, "/cut/"+spool)
	if err := mu.TryLock(ctx); err != nil { // ok: the session's context goes to the work
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return cut(sess.Ctx())
}

// Fold looks between two steps.
func (s *Spinner) Fold(ctx context.Context, spool string, steps []func(context.Context) error) error {
	sess, err := concurrency.NewSession(s.cli)
	if err != nil {
		return err
	}
	defer sess.Close()
	mu := concurrency.NewMutex(sess, "/fold/"+spool)
	if err := mu.Lock(ctx); err != nil { // ok: asked between steps
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	for _, step := range steps {
		select {
		case <-sess.Done():
			return errGone
		default:
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Begin hands the session to its caller, who asks it.
func (s *Spinner) Begin(ctx context.Context, spool string) (*concurrency.Mutex, *concurrency.Session, error) {
	sess, err := concurrency.NewSession(s.cli)
	if err != nil {
		return nil, nil, err
	}
	mu := concurrency.NewMutex(sess, "/begin/"+spool)
	if err := mu.Lock(ctx); err != nil { // ok: returned with its signal
		return nil, nil, errors.Join(err, sess.Close())
	}
	return mu, sess, nil
}
