// Package jewellers sets one stone at a time for each shop.
package jewellers

import (
	"context"
	"errors"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Jeweller sets stones.
type Jeweller struct {
	session *concurrency.Session
	set     func(ctx context.Context, order string) error
}

// New returns a jeweller who is there until Close.
func New(cli *clientv3.Client, set func(context.Context, string) error) (*Jeweller, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(20))
	if err != nil {
		return nil, fmt.Errorf("jewellers: %w", err)
	}
	return &Jeweller{session: s, set: set}, nil
}

// Close ends the jeweller's session, and so every lock.
func (j *Jeweller) Close() error { return j.session.Close() }

// Set sets a stone; the session's end ends it.
func (j *Jeweller) Set(ctx context.Context, shop, order string) (err error) {
	mu := concurrency.NewMutex(j.session, "/jewellers/"+shop)
	if err := mu.Lock(ctx); err != nil {
		return fmt.Errorf("jewellers: shop %s: %w", shop, err)
	}
	defer func() { err = errors.Join(err, mu.Unlock(context.WithoutCancel(ctx))) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-j.session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return j.set(ctx, order)
}
