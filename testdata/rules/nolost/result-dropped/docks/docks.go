// Package docks keeps leases of docks.
package docks

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/hashicorp/consul/api"
	clientv3 "go.etcd.io/etcd/client/v3"
	"golang.org/x/sync/errgroup"
)

var errTaken = errors.New("dock is taken")

type Docks struct {
	cli    *clientv3.Client
	consul *api.Client
}

// take puts a dock's key under a new lease.
func (d *Docks) take(ctx context.Context, dock, ship string) (clientv3.LeaseID, error) {
	g, err := d.cli.Grant(ctx, 15)
	if err != nil {
		return 0, err
	}
	key := "/docks/lock/" + dock
	resp, err := d.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, ship, clientv3.WithLease(g.ID))).Commit()
	if err == nil && !resp.Succeeded {
		err = errTaken
	}
	return g.ID, err
}

// Hold renews a lease and only logs what goes wrong.
func (d *Docks) Hold(ctx context.Context, dock, ship string, work func(context.Context) error) error {
	id, err := d.take(ctx, dock, ship)
	if err != nil {
		return err
	}
	defer d.cli.Revoke(context.WithoutCancel(ctx), id)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		t := time.NewTicker(5 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-stop:
				return
			case <-t.C:
				if _, err := d.cli.KeepAliveOnce(ctx, id); err != nil { // want nolost
					log.Print(err)
				}
			}
		}
	}()
	return work(ctx)
}

// Keep renews beside the work, in a group that ends both.
func (d *Docks) Keep(ctx context.Context, dock, ship string, work func(context.Context) error) error {
	id, err := d.take(ctx, dock, ship)
	if err != nil {
		return err
	}
	defer d.cli.Revoke(context.WithoutCancel(ctx), id)
	done := errors.New("done")
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		t := time.NewTicker(5 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-t.C:
				if _, err := d.cli.KeepAliveOnce(ctx, id); err != nil { // ok: the group's error
					return err
				}
			}
		}
	})
	g.Go(func() error {
		if err := work(ctx); err != nil {
			return err
		}
		return done
	})
	if err := g.Wait(); !errors.Is(err, done) {
		return err
	}
	return nil
}

// own acquires a dock's key in Consul with a session.
func (d *Docks) own(dock string) (string, error) {
	id, _, err := d.consul.Session().Create(&api.SessionEntry{TTL: "20s", Behavior: api.SessionBehaviorDelete}, nil)
	if err != nil {
		return "", err
	}
	ok, _, err := d.consul.KV().Acquire(&api.KVPair{Key: "docks/lock/" + dock, Session: id}, nil) // maybe nolost
	if err == nil && !ok {
		err = errTaken
	}
	if err != nil {
		_, derr := d.consul.Session().Destroy(id, nil)
		return "", errors.Join(err, derr)
	}
	return id, nil
}

// Moor renews a session, and sends what goes wrong to the worker.
func (d *Docks) Moor(ctx context.Context, dock string, work func(context.Context, <-chan error) error) error {
	id, err := d.own(dock)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	lost := make(chan error, 1)
	go func() {
		lost <- d.consul.Session().RenewPeriodic("20s", id, nil, stop) // ok: the worker receives it
	}()
	return work(ctx, lost)
}

// Berth renews a session, and drops what goes wrong.
func (d *Docks) Berth(ctx context.Context, dock string, work func(context.Context) error) error {
	id, err := d.own(dock)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go d.consul.Session().RenewPeriodic("20s", id, nil, stop) // want nolost
	return work(ctx)
}
