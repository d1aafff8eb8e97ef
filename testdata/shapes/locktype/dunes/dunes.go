// Package dunes plants dunes under etcd mutexes.
package dunes

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Fence is a lock that nobody can see being lost.
type Fence struct {
	sess *concurrency.Session
	mu   *concurrency.Mutex
}

// NewFence makes a lock.
func NewFence(cli *clientv3.Client, dune string) (*Fence, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(12)) // maybe nolost
	if err != nil {
		return nil, err
	}
	return &Fence{sess: s, mu: concurrency.NewMutex(s, "/dunes/"+dune)}, nil
}

// Lock waits for the dune.
func (f *Fence) Lock(ctx context.Context) error {
	return f.mu.Lock(ctx) // want nolost
}

// Unlock gives the dune back.
func (f *Fence) Unlock(ctx context.Context) error {
	return errors.Join(f.mu.Unlock(ctx), f.sess.Close())
}

// Hedge is a lock that shows its loss.
type Hedge struct {
	sess *concurrency.Session
	mu   *concurrency.Mutex
}

// NewHedge makes a lock.
func NewHedge(cli *clientv3.Client, dune string) (*Hedge, error) {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return nil, err
	}
	return &Hedge{s, concurrency.NewMutex(s, "/hedges/"+dune)}, nil
}

// TryLock takes the dune if it is free.
func (h *Hedge) TryLock(ctx context.Context) error {
	return h.mu.TryLock(ctx) // ok: Lost shows the signal
}

// Lost is closed when the session ends.
func (h *Hedge) Lost() <-chan struct{} { return h.sess.Done() }

// Unlock gives the dune back.
func (h *Hedge) Unlock(ctx context.Context) error {
	return errors.Join(h.mu.Unlock(ctx), h.sess.Close())
}

// Bank hands its holder a context that ends with the session.
type Bank struct {
	sess *concurrency.Session
	mu   *concurrency.Mutex
}

// Do runs f while the bank is ours.
func (b *Bank) Do(ctx context.Context, f func(context.Context) error) (err error) {
	if err = b.mu.Lock(ctx); err != nil { // ok: f gets the session's context
		return err
	}
	defer func() { err = errors.Join(err, b.mu.Unlock(context.WithoutCancel(ctx))) }()
	return f(b.sess.Ctx())
}

// Close ends the session.
func (b *Bank) Close() error { return b.sess.Close() }

// NewBank makes a lock.
func NewBank(cli *clientv3.Client, dune string) (b *Bank, err error) {
	b = &Bank{}
	if b.sess, err = concurrency.NewSession(cli, concurrency.WithTTL(20)); err == nil {
		b.mu = concurrency.NewMutex(b.sess, "/banks/"+dune)
	}
	return b, err
}
