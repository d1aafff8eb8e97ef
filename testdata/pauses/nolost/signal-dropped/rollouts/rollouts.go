// Package rollouts rolls a version out; an ended session ends the rollout.
package rollouts

import (
	"context"
	"errors"

	"go.etcd.io/etcd/client/v3/concurrency"
	"golang.org/x/sync/errgroup"
)

var errSession = errors.New("rollouts: session ended")

// Rollout rolls out.
type Rollout struct {
	session *concurrency.Session
	step    func(ctx context.Context, host string) error
}

func (r *Rollout) watch(ctx context.Context) error {
	select {
	case <-r.session.Done():
		return errSession
	case <-ctx.Done():
		return nil
	}
}

// Run rolls out to the hosts.
func (r *Rollout) Run(ctx context.Context, service string, hosts []string) error {
	m := concurrency.NewMutex(r.session, "/rollouts/"+service)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return r.watch(ctx) })
	g.Go(func() error {
		defer cancel()
		for _, h := range hosts {
			if err := r.step(ctx, h); err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}
