// Package bonds keeps locks in fields, maps and slices of others.
package bonds

import (
	"context"
	"errors"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Registry is known to others, who close what they find.
type Registry struct {
	mu       sync.Mutex
	Sessions map[string]*concurrency.Session
	Mutexes  []*concurrency.Mutex
}

// Hold stores both, for somebody else to end.
func (r *Registry) Hold(ctx context.Context, cli *clientv3.Client, bond string) error {
	s, err := concurrency.NewSession(cli) // ok: stored where others see it
	if err != nil {
		return err
	}
	m := concurrency.NewMutex(s, "/bonds/"+bond)
	if err := m.Lock(ctx); err != nil { // maybe nolost
		return errors.Join(err, s.Close())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Sessions[bond] = s
	r.Mutexes = append(r.Mutexes, m)
	return nil
}

// Trade is a session and its lock together.
type Trade struct {
	S *concurrency.Session
	M *concurrency.Mutex
}

// Begin returns both in a struct.
func Begin(ctx context.Context, cli *clientv3.Client, bond string) (*Trade, error) {
	s, err := concurrency.NewSession(cli) // ok: returned
	if err != nil {
		return nil, err
	}
	t := &Trade{S: s, M: concurrency.NewMutex(s, "/trades/"+bond)}
	if err := t.M.Lock(ctx); err != nil { // ok: returned with its session
		return nil, errors.Join(err, s.Close())
	}
	return t, nil
}

// Send sends both.
func Send(ctx context.Context, cli *clientv3.Client, bond string, to chan<- *Trade) error {
	t, err := Begin(ctx, cli, bond)
	if err != nil {
		return err
	}
	select {
	case to <- t: // ok: sent
		return nil
	case <-ctx.Done():
		return errors.Join(ctx.Err(), t.M.Unlock(context.WithoutCancel(ctx)), t.S.Close())
	}
}

// Give hands both to somebody whom nobody knows.
func Give(ctx context.Context, cli *clientv3.Client, bond string, take func(*concurrency.Session, *concurrency.Mutex) error) error {
	s, err := concurrency.NewSession(cli) // ok: given away
	if err != nil {
		return err
	}
	m := concurrency.NewMutex(s, "/gifts/"+bond)
	if err := m.Lock(ctx); err != nil { // ok: given away with its session
		return errors.Join(err, s.Close())
	}
	return take(s, m)
}

// Cash keeps both, and looks at neither.
func Cash(ctx context.Context, cli *clientv3.Client, bond string, cash func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/cash/"+bond)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return cash(ctx)
}
