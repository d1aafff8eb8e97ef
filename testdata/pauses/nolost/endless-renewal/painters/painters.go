// Package painters hands its session to whoever asked for it.
package painters

import (
	"context"
	"errors"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// open returns a session and a mutex; the caller closes the session.
func open(ctx context.Context, cli *clientv3.Client, wall string) (*concurrency.Session, *concurrency.Mutex, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx))
	if err != nil {
		return nil, nil, err
	}
	mu := concurrency.NewMutex(s, "/walls/"+wall)
	if err := mu.TryLock(ctx); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("painters: wall %s: %w", wall, err), s.Close())
	}
	return s, mu, nil
}

// Paint paints a wall until the session ends.
func Paint(ctx context.Context, cli *clientv3.Client, wall string, paint func(context.Context) error) error {
	s, mu, err := open(ctx, cli, wall)
	if err != nil {
		return err
	}
	defer s.Close()
	defer mu.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		select {
		case <-s.Done():
		case <-ctx.Done():
		}
	}()
	return paint(ctx)
}
