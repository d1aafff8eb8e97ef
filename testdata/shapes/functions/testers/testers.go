// Package testers hands what an acquire gave to a function that looks whether it is
// nil.
package testers

import (
	"context"
	"sync"

	"github.com/hashicorp/consul/api"
)

type Board struct {
	mu      sync.Mutex
	leaders map[string]<-chan struct{}
	kv      *api.KV
}

func (b *Board) set(name string, lost <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if lost == nil {
		delete(b.leaders, name)
		return
	}
	b.leaders[name] = lost
}

// Lead waits for the lock and keeps its channel. ok: nil tells that it was refused
func (b *Board) Lead(c *api.Client, name string, stop <-chan struct{}) error {
	lock, err := c.LockKey("boards/" + name)
	if err != nil {
		return err
	}
	lost, err := lock.Lock(stop)
	if err != nil {
		return err
	}
	b.set(name, lost)
	select {
	case <-lost:
		b.set(name, nil)
	case <-stop:
	}
	return lock.Unlock()
}

func (b *Board) note(name string, lost <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.leaders[name] = lost
}

// Shout writes though nobody looked whether the lock was had.
func (b *Board) Shout(ctx context.Context, c *api.Client, name string, stop <-chan struct{}) error {
	lock, err := c.LockKey("boards/" + name)
	if err != nil {
		return err
	}
	lost, err := lock.Lock(stop) // want nolost
	if err != nil {
		return err
	}
	b.note(name, lost)
	defer lock.Unlock()
	_, err = b.kv.Put(&api.KVPair{Key: "shouts/" + name, Value: []byte("here")}, nil) // maybe unfenced
	return err
}
