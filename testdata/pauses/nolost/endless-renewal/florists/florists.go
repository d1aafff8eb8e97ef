// Package florists ties one bouquet at a time for each shop.
package florists

import (
	"context"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Florist ties.
type Florist struct {
	cli *clientv3.Client
	tie func(ctx context.Context, order string) error
}

// Tie ties a bouquet; the session's end ends it.
func (f *Florist) Tie(ctx context.Context, shop, order string) error {
	s, err := concurrency.NewSession(f.cli, concurrency.WithTTL(20)) // want nolost
	if err != nil {
		return fmt.Errorf("florists: %w", err)
	}
	mu := concurrency.NewMutex(s, "/florists/"+shop)
	if err := mu.Lock(ctx); err != nil {
		return fmt.Errorf("florists: shop %s: %w", shop, err)
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return f.tie(ctx, order)
}
