// Package plots sells plots of land.
package plots

import (
	"context"
	"errors"
	"log"

	"github.com/go-zookeeper/zk"
	"github.com/hashicorp/consul/api"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errLost = errors.New("plot lock is lost")

type Registry struct {
	cli    *clientv3.Client
	s      *concurrency.Session
	consul *api.Client
	zk     *zk.Conn
}

func (r *Registry) follow(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		select {
		case <-r.s.Done():
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// Sell does not look whether the transaction went through.
func (r *Registry) Sell(ctx context.Context, plot, buyer string) error {
	ctx, cancel := r.follow(ctx)
	defer cancel()
	mu := concurrency.NewMutex(r.s, "/plots/lock/"+plot)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	resp, err := r.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/plots/"+plot, buyer)).Commit() // want unfenced
	if err != nil {
		return err
	}
	log.Printf("plot %s sold at revision %d", plot, resp.Header.Revision)
	return nil
}

// Lease looks.
func (r *Registry) Lease(ctx context.Context, plot, tenant string) error {
	ctx, cancel := r.follow(ctx)
	defer cancel()
	mu := concurrency.NewMutex(r.s, "/plots/lease-lock/"+plot)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	resp, err := r.cli.Txn(ctx).If(mu.IsOwner()).Then(clientv3.OpPut("/tenants/"+plot, tenant)).Commit() // ok: looked at
	if err == nil && !resp.Succeeded {
		err = errLost
	}
	return err
}

// consulLock returns a context that ends with the lock.
func (r *Registry) consulLock(ctx context.Context, key string) (context.Context, func(), error) {
	l, err := r.consul.LockKey(key)
	if err != nil {
		return nil, nil, err
	}
	lost, err := l.Lock(ctx.Done())
	if err != nil {
		return nil, nil, err
	}
	if lost == nil {
		return nil, nil, errLost
	}
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		<-lost
		cancel(errLost)
	}()
	return ctx, func() { _ = l.Unlock() }, nil
}

// Measure drops the answer of the compare-and-set.
func (r *Registry) Measure(ctx context.Context, plot string, f func([]byte) []byte) error {
	ctx, unlock, err := r.consulLock(ctx, "plots/lock/"+plot)
	if err != nil {
		return err
	}
	defer unlock()
	p, _, err := r.consul.KV().Get("plots/"+plot, nil)
	if err != nil || p == nil || ctx.Err() != nil {
		return err
	}
	p.Value = f(p.Value)
	_, _, err = r.consul.KV().CAS(p, nil) // want unfenced
	return err
}

// Rate gives the answer to its caller.
func (r *Registry) Rate(ctx context.Context, plot string, f func([]byte) []byte) (bool, error) {
	ctx, unlock, err := r.consulLock(ctx, "plots/rate-lock/"+plot)
	if err != nil {
		return false, err
	}
	defer unlock()
	p, _, err := r.consul.KV().Get("rates/"+plot, nil)
	if err != nil || p == nil || ctx.Err() != nil {
		return false, err
	}
	p.Value = f(p.Value)
	ok, _, err := r.consul.KV().CAS(p, nil) // ok: returned
	return ok, err
}
