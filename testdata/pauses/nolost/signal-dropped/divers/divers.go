// Package divers gives sessions to callers that watch them.
package divers

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Dive is a dive with its lock.
type Dive struct {
	*concurrency.Session
	mu *concurrency.Mutex
}

// Begin takes a spot. The dive's Done says that it is lost.
func Begin(ctx context.Context, cli *clientv3.Client, spot string) (*Dive, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(20))
	if err != nil {
		return nil, err
	}
	mu := concurrency.NewMutex(s, "/spots/"+spot)
	if err := mu.Lock(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return &Dive{s, mu}, nil
}

// End gives the spot back.
func (d *Dive) End(ctx context.Context) error {
	if err := d.mu.Unlock(ctx); err != nil {
		return err
	}
	return d.Close()
}
