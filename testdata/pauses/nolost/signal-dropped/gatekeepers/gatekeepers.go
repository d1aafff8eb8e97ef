// Package gatekeepers hands a session out as something that can be closed.
package gatekeepers

import (
	"context"
	"io"

	"github.com/valkey-io/valkey-go/valkeylock"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Gate is a gate with a keeper.
type Gate struct {
	cli    *clientv3.Client
	locker valkeylock.Locker
}

type held struct {
	m *concurrency.Mutex
	s *concurrency.Session
}

func (h held) Close() error {
	_ = h.m.Unlock(context.Background())
	return h.s.Close()
}

// Keep takes a gate until what it returns is closed.
func (g *Gate) Keep(ctx context.Context, gate string) (io.Closer, error) {
	s, err := concurrency.NewSession(g.cli)
	if err != nil {
		return nil, err
	}
	m := concurrency.NewMutex(s, "/gates/"+gate)
	if err := m.Lock(ctx); err != nil { // want nolost
		s.Close()
		return nil, err
	}
	return held{m, s}, nil
}

// Open opens a gate for a visitor.
func (g *Gate) Open(ctx context.Context, gate string, open func(context.Context) error) error {
	lctx, cancel, err := g.locker.TryWithContext(ctx, gate) // want nolost
	if err != nil {
		return err
	}
	defer cancel()
	if lctx == nil {
		return context.Canceled
	}
	return open(ctx)
}
