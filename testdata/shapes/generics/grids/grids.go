// Package grids solves grids under etcd; results and watchers are generic.
package grids

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errUnplugged = errors.New("session is gone")

type result[T any] struct {
	v   T
	err error
}

// race returns what f returns, unless gone is closed before.
func race[T any, C ~<-chan struct{}](gone C, f func() (T, error)) (T, error) {
	out := make(chan result[T], 1)
	go func() {
		v, err := f()
		out <- result[T]{v, err}
	}()
	select {
	case r := <-out:
		return r.v, r.err
	case <-gone:
		var zero T
		return zero, errUnplugged
	}
}

// Solve races with the session.
func Solve[T any](ctx context.Context, cli *clientv3.Client, grid string, solve func(context.Context) (T, error)) (v T, err error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(9))
	if err != nil {
		return v, err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/grids/"+grid)
	if err := m.Lock(ctx); err != nil { // ok: the race receives
		return v, err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return race(s.Done(), func() (T, error) { return solve(ctx) })
}

// Guess races with nothing.
func Guess[T any](ctx context.Context, cli *clientv3.Client, grid string, guess func(context.Context) (T, error)) (v T, err error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(9))
	if err != nil {
		return v, err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/guess/"+grid)
	if err := m.Lock(ctx); err != nil { // want nolost
		return v, err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return guess(ctx)
}

// Owned is a value with the session that guards it.
type Owned[T any] struct {
	Value   T
	Session *concurrency.Session
	free    func(context.Context) error
}

// Free ends both.
func (o *Owned[T]) Free(ctx context.Context) error {
	return errors.Join(o.free(ctx), o.Session.Close())
}

// Own returns a value with its session.
func Own[T any](ctx context.Context, cli *clientv3.Client, grid string, v T) (*Owned[T], error) {
	s, err := concurrency.NewSession(cli) // ok: Free closes it
	if err != nil {
		return nil, err
	}
	m := concurrency.NewMutex(s, "/own/"+grid)
	if err := m.TryLock(ctx); err != nil { // ok: returned with its session
		return nil, errors.Join(err, s.Close())
	}
	return &Owned[T]{Value: v, Session: s, free: m.Unlock}, nil
}

// Peek reads a key, without a lock.
func Peek[T any](ctx context.Context, cli *clientv3.Client, grid string, parse func([]byte) (T, error)) (v T, err error) {
	r, err := cli.Get(ctx, "/grids/data/"+grid)
	if err != nil || len(r.Kvs) == 0 {
		return v, err
	}
	return parse(r.Kvs[0].Value) // ok: reads
}

// Leak makes a session that nothing ends.
func Leak[T any](ctx context.Context, cli *clientv3.Client, grid string, work func(context.Context) (T, error)) (v T, err error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(9)) // want nolost
	if err != nil {
		return v, err
	}
	m := concurrency.NewMutex(s, "/leak/"+grid)
	if err := m.Lock(ctx); err != nil {
		return v, err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return work(s.Ctx())
}
