// Package reindexers reindexes a shop for hours under an etcd mutex.
package reindexers

import (
	"context"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Service reindexes.
type Service struct {
	etcd    *clientv3.Client
	reindex func(context.Context, string) error
}

// Reindex reindexes one shop.
func (s *Service) Reindex(ctx context.Context, shop string) error {
	session, err := concurrency.NewSession(s.etcd, concurrency.WithTTL(30), concurrency.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	defer session.Close()
	m := concurrency.NewMutex(session, "/reindex/"+shop)
	if err := m.TryLock(ctx); err != nil { // want nolost
		return fmt.Errorf("lock %s: %w", m.Key(), err)
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.reindex(ctx, shop)
}
