// Package settlements settles what merchants are owed.
package settlements

import (
	"context"
	"log/slog"

	"example.test/pauses/unfenced/no-token/settlements/lease"
	"example.test/pauses/unfenced/no-token/settlements/store"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// Settler settles.
type Settler struct {
	cli   *clientv3.Client
	store *store.Store
}

// Settle subtracts what was paid out. The token only gets into the log.
func (s *Settler) Settle(ctx context.Context, merchant string, paid int64) error {
	ctx, l, err := lease.Take(ctx, s.cli, "settle/"+merchant)
	if err != nil {
		return err
	}
	defer l.Close()
	open, err := s.store.Open(ctx, merchant)
	if err != nil {
		return err
	}
	slog.Info("settle", "merchant", merchant, "token", l.Token())
	return s.store.Set(ctx, merchant, open-paid) // want unfenced
}
