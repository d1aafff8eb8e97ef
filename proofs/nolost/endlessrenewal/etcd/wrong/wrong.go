// Package wrong closes no session: it renews itself for ever.
package wrong

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key = "/jobs/7"
	ttl = 1 // seconds
)

// Run does work under the lock, which ends with the session.
func Run(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(ttl)) // want nolost/endless-renewal
	if err != nil {
		return err
	}
	mu := concurrency.NewMutex(session, key)
	if err := mu.TryLock(ctx); err != nil {
		pause.At(ctx, pause.Refused)
		return errors.Join(refusal.ErrHeld, err)
	}
	pause.At(ctx, pause.Acquired)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}
