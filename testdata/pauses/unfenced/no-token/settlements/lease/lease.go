// Package lease holds a name in etcd.
package lease

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Lease is a held name.
type Lease struct {
	session *concurrency.Session
	mu      *concurrency.Mutex
	token   int64
}

// Take waits for the name. The context that it returns ends with the lease.
func Take(ctx context.Context, cli *clientv3.Client, name string) (context.Context, *Lease, error) {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(20))
	if err != nil {
		return nil, nil, err
	}
	mu := concurrency.NewMutex(session, "/leases/"+name)
	if err := mu.Lock(ctx); err != nil {
		session.Close()
		return nil, nil, err
	}
	work, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		select {
		case <-session.Done():
		case <-work.Done():
		}
	}()
	return work, &Lease{session: session, mu: mu, token: mu.Header().Revision}, nil
}

// Token grows from holder to holder.
func (l *Lease) Token() int64 { return l.token }

// Close gives the name back.
func (l *Lease) Close() error {
	defer l.session.Close()
	return l.mu.Unlock(context.Background())
}
