// Package spires lights beacons on spires.
package spires

import (
	"context"
	"errors"

	"github.com/hashicorp/consul/api"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errDark = errors.New("beacon went dark")

// Beacon is a lock that lives as long as its process wants it to.
type Beacon struct {
	cli    *clientv3.Client
	consul *api.Client
	s      *concurrency.Session
	m      *concurrency.Mutex
}

// Light opens a session that Dim closes.
func (b *Beacon) Light(ctx context.Context, spire string) (<-chan struct{}, error) {
	s, err := concurrency.NewSession(b.cli) // ok: Dim closes it
	if err != nil {
		return nil, err
	}
	b.s, b.m = s, concurrency.NewMutex(s, "/spires/"+spire)
	if err := b.m.Lock(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s.Done(), nil
}

// Dim ends what Light began.
func (b *Beacon) Dim(ctx context.Context) error {
	return errors.Join(b.m.Unlock(ctx), b.s.Close())
}

// Flash renews its Consul session with a channel that nobody closes.
func (b *Beacon) Flash(ctx context.Context, spire string, flash func(context.Context) error) error {
	id, _, err := b.consul.Session().Create(&api.SessionEntry{TTL: "30s", Behavior: api.SessionBehaviorRelease}, nil) // maybe nolost
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	forever := make(chan struct{})
	go func() {
		cancel(errors.Join(errDark, b.consul.Session().RenewPeriodic("30s", id, nil, forever))) // want nolost
	}()
	ok, _, err := b.consul.KV().Acquire(&api.KVPair{Key: "spires/" + spire, Session: id}, nil) // maybe nolost
	if err != nil || !ok {
		return err
	}
	return flash(ctx)
}

// Glow closes the channel, and destroys the session.
func (b *Beacon) Glow(ctx context.Context, spire string, glow func(context.Context) error) error {
	id, _, err := b.consul.Session().Create(&api.SessionEntry{TTL: "30s", Behavior: api.SessionBehaviorRelease}, nil)
	if err != nil {
		return err
	}
	defer b.consul.Session().Destroy(id, nil)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		cancel(errors.Join(errDark, b.consul.Session().RenewPeriodic("30s", id, nil, stop))) // ok: stopped
	}()
	ok, _, err := b.consul.KV().Acquire(&api.KVPair{Key: "spires/" + spire, Session: id}, nil)
	if err != nil || !ok {
		return err
	}
	return glow(ctx)
}

// Spark keeps a lease alive with a context that nobody cancels.
func (b *Beacon) Spark(ctx context.Context, spire string, spark func(context.Context) error) error {
	g, err := b.cli.Grant(ctx, 15)
	if err != nil {
		return err
	}
	key := "/sparks/" + spire
	resp, err := b.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("spire is lit")
	}
	beats, err := b.cli.KeepAlive(context.Background(), g.ID) // want nolost
	if err != nil {
		return err
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for range beats {
		}
		cancel(errDark)
	}()
	return spark(work)
}

// Burn revokes the lease, which ends the renewal.
func (b *Beacon) Burn(ctx context.Context, spire string, burn func(context.Context) error) error {
	g, err := b.cli.Grant(ctx, 15)
	if err != nil {
		return err
	}
	defer b.cli.Revoke(context.WithoutCancel(ctx), g.ID)
	key := "/burns/" + spire
	resp, err := b.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("spire burns")
	}
	beats, err := b.cli.KeepAlive(context.WithoutCancel(ctx), g.ID) // ok: the lease is revoked
	if err != nil {
		return err
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for range beats {
		}
		cancel(errDark)
	}()
	return burn(work)
}
