// Package puffins keeps what it needs of a session in a struct of its own.
package puffins

import (
	"context"
	"errors"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Burrow is one puffin's.
type Burrow struct {
	session *concurrency.Session
	mu      *concurrency.Mutex
	once    sync.Once
	gone    chan struct{}
}

// Dig takes a burrow.
func Dig(ctx context.Context, cli *clientv3.Client, name string) (*Burrow, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(10))
	if err != nil {
		return nil, err
	}
	b := &Burrow{session: s, mu: concurrency.NewMutex(s, "/burrows/"+name), gone: make(chan struct{})}
	if err := b.mu.Lock(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	go func() {
		<-s.Done()
		b.once.Do(func() { close(b.gone) })
	}()
	return b, nil
}

// Gone is closed when the burrow is another's.
func (b *Burrow) Gone() <-chan struct{} { return b.gone }

// Leave gives the burrow back.
func (b *Burrow) Leave(ctx context.Context) error {
	return errors.Join(b.mu.Unlock(ctx), b.session.Close())
}
