// Package lock has lockers.
package lock

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// ErrHeld says that somebody holds the lock.
var ErrHeld = errors.New("held")

// Unlock ends a lock.
type Unlock func(context.Context) error

// Locker locks.
type Locker interface {
	Lock(ctx context.Context, name string) (Unlock, error)
}

// Redis locks with Redis.
type Redis struct {
	C   *redis.Client
	TTL time.Duration
}

var drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Lock locks.
func (r *Redis) Lock(ctx context.Context, name string) (Unlock, error) {
	me := uuid.NewString()
	ok, err := r.C.SetNX(ctx, name, me, r.TTL).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrHeld
	}
	return func(ctx context.Context) error { return drop.Run(ctx, r.C, []string{name}, me).Err() }, nil // ok: compares
}

// Etcd locks with etcd, and hides the session's end.
type Etcd struct{ C *clientv3.Client }

// Lock locks.
func (e *Etcd) Lock(ctx context.Context, name string) (Unlock, error) {
	s, err := concurrency.NewSession(e.C) // maybe nolost
	if err != nil {
		return nil, err
	}
	m := concurrency.NewMutex(s, name)
	if err := m.Lock(ctx); err != nil { // want nolost
		return nil, errors.Join(err, s.Close())
	}
	return func(ctx context.Context) error { return errors.Join(m.Unlock(ctx), s.Close()) }, nil
}

// Memory locks in one process.
type Memory struct{ m sync.Map }

// Lock locks.
func (l *Memory) Lock(_ context.Context, name string) (Unlock, error) {
	if _, taken := l.m.LoadOrStore(name, true); taken {
		return nil, ErrHeld
	}
	return func(context.Context) error { l.m.Delete(name); return nil }, nil
}

var _ = []Locker{(*Redis)(nil), (*Etcd)(nil), (*Memory)(nil)}
