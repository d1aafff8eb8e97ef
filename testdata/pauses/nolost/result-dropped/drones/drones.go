// Package drones flies drones. Someone set a flag that nobody looks at.
package drones

import (
	"context"
	"sync/atomic"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Flight is a drone's flight.
type Flight struct {
	cli   *clientv3.Client
	lease clientv3.LeaseID
	lost  atomic.Bool
	stop  chan struct{}
	fly   func(context.Context) error
}

// Start takes the drone.
func Start(ctx context.Context, cli *clientv3.Client, drone string, fly func(context.Context) error) (*Flight, error) {
	grant, err := cli.Grant(ctx, 30)
	if err != nil {
		return nil, err
	}
	key := "/drones/" + drone
	resp, err := cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, "", clientv3.WithLease(grant.ID))).
		Commit()
	if err != nil || !resp.Succeeded {
		_, _ = cli.Revoke(ctx, grant.ID)
		return nil, err
	}
	f := &Flight{cli: cli, lease: grant.ID, stop: make(chan struct{}), fly: fly}
	go f.keep()
	return f, nil
}

func (f *Flight) keep() {
	for {
		select {
		case <-f.stop:
			return
		case <-time.After(8 * time.Second):
			if _, err := f.cli.KeepAliveOnce(context.Background(), f.lease); err != nil { // want nolost
				f.lost.Store(true)
				continue
			}
			f.lost.Store(false)
		}
	}
}

// Fly flies and gives the drone back.
func (f *Flight) Fly(ctx context.Context) error {
	defer func() {
		close(f.stop)
		_, _ = f.cli.Revoke(context.WithoutCancel(ctx), f.lease)
	}()
	return f.fly(ctx)
}
