// Package consul charges batteries.
package consul

import (
	"context"
	"database/sql"
	"errors"

	"github.com/hashicorp/consul/api"
)

type Station struct {
	c  *api.Client
	db *sql.DB
}

var errCharging = errors.New("it is charged elsewhere")

// Charge takes a nil error for success, and drops the channel that says when
// the lock is lost. Lock answers nil, nil when it was stopped.
func (s *Station) Charge(ctx context.Context, cell string) error {
	l, err := s.c.LockOpts(&api.LockOptions{Key: "cells/" + cell, LockTryOnce: true})
	if err != nil {
		return err
	}
	if _, err := l.Lock(ctx.Done()); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	var volts float64
	if err := s.db.QueryRowContext(ctx, "SELECT volts FROM cells WHERE id = ?", cell).Scan(&volts); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "UPDATE cells SET volts = ? WHERE id = ?", volts+0.1, cell) // want unfenced
	return err
}

// Drain asks whether the channel is nil, watches it, and lets the index decide.
func (s *Station) Drain(ctx context.Context, cell string) error {
	l, err := s.c.LockKey("cells/" + cell)
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx.Done()) // ok nolost: nil is told from a channel, which is watched
	if err != nil {
		return err
	}
	if lost == nil {
		return errCharging
	}
	defer l.Unlock() // ok plaindel: its own session
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-lost:
			stop()
		case <-ctx.Done():
		}
	}()
	pair, _, err := s.c.KV().Get("state/"+cell, (&api.QueryOptions{}).WithContext(ctx))
	if err != nil || pair == nil {
		return err
	}
	pair.Value = []byte("drained")
	ok, _, err := s.c.KV().CAS(pair, nil) // ok unfenced: by ModifyIndex
	if err != nil {
		return err
	}
	if !ok {
		return errCharging
	}
	return nil
}

// Swap deletes the lock's key, whoever holds it.
func (s *Station) Swap(cell, session string, swap func() error) error {
	p := &api.KVPair{Key: "swap/lock/" + cell, Session: session}
	ok, _, err := s.c.KV().Acquire(p, nil)
	if err != nil {
		return err
	}
	if !ok {
		return errCharging
	}
	defer s.c.KV().Delete("swap/lock/"+cell, nil) // want plaindel
	return swap()
}

// Test takes no error for success: held is false with a nil error.
func (s *Station) Test(cell, session string, test func() error) error {
	p := &api.KVPair{Key: "test/lock/" + cell, Session: session}
	if _, _, err := s.c.KV().Acquire(p, nil); err != nil { // want nolost
		return err
	}
	defer s.c.KV().Release(p, nil)
	return test()
}

// Probe renews a session, and takes a nil entry for a living one.
func (s *Station) Probe(cell, session string, steps []func() error) error {
	p := &api.KVPair{Key: "probe/lock/" + cell, Session: session}
	if ok, _, err := s.c.KV().Acquire(p, nil); err != nil || !ok {
		return err
	}
	defer s.c.KV().Release(p, nil)
	for _, step := range steps {
		if _, _, err := s.c.Session().Renew(session, nil); err != nil { // want nolost
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Store writes with CAS, and drops the answer.
func (s *Station) Store(cell, session string, pair *api.KVPair) error {
	p := &api.KVPair{Key: "store/lock/" + cell, Session: session}
	if ok, _, err := s.c.KV().Acquire(p, nil); err != nil || !ok {
		return err
	}
	defer s.c.KV().Release(p, nil)
	_, _, err := s.c.KV().CAS(pair, nil) // want unfenced
	return err
}
