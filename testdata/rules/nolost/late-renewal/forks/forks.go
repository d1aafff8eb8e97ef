// Package forks renews beside an etcd lease and between steps.
package forks

import (
	"context"
	"errors"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errLost = errors.New("fork lease lost")

type Forks struct{ cli *clientv3.Client }

func (f *Forks) take(ctx context.Context, fork string, ttl int64) (clientv3.LeaseID, error) {
	g, err := f.cli.Grant(ctx, ttl)
	if err != nil {
		return 0, err
	}
	key := "/forks/lock/" + fork
	resp, err := f.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err == nil && !resp.Succeeded {
		err = errors.New("fork is taken")
	}
	return g.ID, err
}

// Eat renews a lease of ten seconds every eight seconds.
func (f *Forks) Eat(ctx context.Context, fork string, eat func(context.Context) error) error {
	g, err := f.cli.Grant(ctx, 10)
	if err != nil {
		return err
	}
	defer f.cli.Revoke(context.WithoutCancel(ctx), g.ID)
	key := "/forks/eat/" + fork
	resp, err := f.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("fork is taken")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		t := time.NewTicker(8 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if _, err := f.cli.KeepAliveOnce(ctx, g.ID); err != nil { // want nolost
					cancel(errors.Join(errLost, err))
					return
				}
			}
		}
	}()
	return eat(ctx)
}

// Think renews a lease of thirty seconds every eight seconds.
func (f *Forks) Think(ctx context.Context, fork string, think func(context.Context) error) error {
	id, err := f.take(ctx, fork, 30)
	if err != nil {
		return err
	}
	defer f.cli.Revoke(context.WithoutCancel(ctx), id)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		t := time.NewTicker(8 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if _, err := f.cli.KeepAliveOnce(ctx, id); err != nil { // ok: about a quarter
					cancel(errors.Join(errLost, err))
					return
				}
			}
		}
	}()
	return think(ctx)
}

// Wash leaves the period to the client.
func (f *Forks) Wash(ctx context.Context, fork string, wash func(context.Context) error) error {
	id, err := f.take(ctx, fork, 10)
	if err != nil {
		return err
	}
	defer f.cli.Revoke(context.WithoutCancel(ctx), id)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	beats, err := f.cli.KeepAlive(ctx, id) // ok: the client renews at a third
	if err != nil {
		return err
	}
	go func() {
		for range beats {
		}
		cancel(errLost)
	}()
	return wash(ctx)
}
