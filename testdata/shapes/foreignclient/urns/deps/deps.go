// Package deps has what everybody needs.
package deps

import (
	"context"

	"github.com/hashicorp/consul/api"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// Deps has the clients.
type Deps struct {
	Consul *api.Client
	Etcd   *clientv3.Client
}

// LockKey names the lock of an urn.
func LockKey(urn string) string { return "/urns/lock/" + urn }

// PutAbsent puts key with a lease unless it is there.
func (d *Deps) PutAbsent(ctx context.Context, key string, seconds int64) (clientv3.LeaseID, bool, error) {
	g, err := d.Etcd.Grant(ctx, seconds)
	if err != nil {
		return 0, false, err
	}
	resp, err := d.Etcd.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).
		Commit()
	if err != nil {
		return g.ID, false, err
	}
	return g.ID, resp.Succeeded, nil
}
