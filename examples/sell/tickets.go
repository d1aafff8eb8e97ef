package sell

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/locklint/locklint/examples/store"
)

// Tickets counts what is sold.
type Tickets struct {
	locks *redsync.Redsync
	etcd  *clientv3.Client
	store *store.Store
}

// NewTickets returns the counts in s.
func NewTickets(s *store.Store, locks *redsync.Redsync, etcd *clientv3.Client) *Tickets {
	return &Tickets{locks, etcd, s}
}

// Sell sells n tickets of an event.
//
// Wrong: if this process sleeps between Sold and SetSold for longer than ten
// seconds, another sells in between, and SetSold forgets those tickets.
func (t *Tickets) Sell(ctx context.Context, event string, n int) error {
	mu := t.locks.NewMutex("sell:"+event, redsync.WithExpiry(10*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	sold, err := t.store.Sold(ctx, event)
	if err != nil {
		return err
	}
	return t.store.SetSold(ctx, event, sold+n)
}

// Refund takes n tickets of an event back.
//
// Right: etcd numbers the holders of a lock, and the database refuses the
// write of one that has been followed by another.
func (t *Tickets) Refund(ctx context.Context, event string, n int) error {
	session, err := concurrency.NewSession(t.etcd, concurrency.WithTTL(10))
	if err != nil {
		return err
	}
	defer session.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(session.Ctx(), cancel)

	mu := concurrency.NewMutex(session, "/refund/"+event)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))

	sold, err := t.store.Sold(ctx, event)
	if err != nil {
		return err
	}
	return t.store.SetSoldFenced(ctx, event, sold-n, mu.Header().Revision)
}
