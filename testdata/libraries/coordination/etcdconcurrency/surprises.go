package etcdconcurrency

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Husk makes two mutexes of one session: the lock's key is named after the
// session's lease, so both get it.
func (m *Mill) Husk(ctx context.Context, s *concurrency.Session, husk func() error) error {
	a, b := concurrency.NewMutex(s, "/husk"), concurrency.NewMutex(s, "/husk")
	if err := a.Lock(ctx); err != nil { // maybe nolost
		return err
	}
	defer a.Unlock(context.WithoutCancel(ctx))
	if err := b.Lock(ctx); err != nil { // maybe nolost
		return err
	}
	defer b.Unlock(context.WithoutCancel(ctx)) // ok plaindel: its own key
	return husk()
}

// Bran compares in etcd, and drops Succeeded: a refused transaction has no
// error.
func (m *Mill) Bran(ctx context.Context, s *concurrency.Session, sacks string) error {
	mu := concurrency.NewMutex(s, "/bran")
	if err := mu.Lock(ctx); err != nil { // maybe nolost
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := m.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/sacks", sacks)).Commit() // want unfenced
	return err
}

// Chaff hides the mutex behind a sync.Locker, which can tell of nothing.
func (m *Mill) Chaff(ctx context.Context, s *concurrency.Session) error {
	l := concurrency.NewLocker(s, "/chaff")
	l.Lock()
	defer l.Unlock()
	var kilos int
	if err := m.db.QueryRowContext(ctx, "SELECT kilos FROM chaff WHERE id = 1").Scan(&kilos); err != nil {
		return err
	}
	_, err := m.db.ExecContext(ctx, "UPDATE chaff SET kilos = $1 WHERE id = 1", kilos+1) // want unfenced
	return err
}
