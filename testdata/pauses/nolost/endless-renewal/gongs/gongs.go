// Package gongs has a session for each gong, which a cleaner closes.
package gongs

import (
	"context"
	"errors"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Temple has gongs.
type Temple struct {
	cli *clientv3.Client

	mu       sync.Mutex
	sessions map[string]*concurrency.Session
}

// New returns a temple.
func New(cli *clientv3.Client) *Temple {
	return &Temple{cli: cli, sessions: map[string]*concurrency.Session{}}
}

func (t *Temple) session(gong string) (*concurrency.Session, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.sessions[gong]; ok {
		return s, nil
	}
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(15))
	if err != nil {
		return nil, err
	}
	t.sessions[gong] = s
	return s, nil
}

// Close closes all sessions.
func (t *Temple) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var errs []error
	for name, s := range t.sessions {
		errs = append(errs, s.Close())
		delete(t.sessions, name)
	}
	return errors.Join(errs...)
}

// Strike strikes a gong for as long as its session lives.
func (t *Temple) Strike(ctx context.Context, gong string, strike func(context.Context) error) error {
	s, err := t.session(gong)
	if err != nil {
		return err
	}
	mu := concurrency.NewMutex(s, "/gongs/"+gong)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.Ctx(), cancel)()
	return strike(ctx)
}
