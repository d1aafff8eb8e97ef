// Package quarry lets one crew work at a site.
package quarry

import (
	"context"
	"errors"

	"github.com/go-zookeeper/zk"
	"github.com/google/uuid"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errBusy = errors.New("another crew is at work")

type Quarry struct {
	cli *clientv3.Client
	zk  *zk.Conn
}

// Drill takes the site's key in etcd.
func (q *Quarry) Drill(ctx context.Context, site string, drill func(context.Context) error) error {
	key, me := "/quarry/drill-lock/"+site, uuid.NewString()
	absent := clientv3.Compare(clientv3.CreateRevision(key), "=", 0)
	resp, err := q.cli.Txn(ctx).If(absent).Then(clientv3.OpPut(key, me)).Commit() // want setnxexpire
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	mine := clientv3.Compare(clientv3.Value(key), "=", me)
	defer q.cli.Txn(context.WithoutCancel(ctx)).If(mine).Then(clientv3.OpDelete(key)).Commit()
	return drill(ctx)
}

// Crush puts the key under a lease.
func (q *Quarry) Crush(ctx context.Context, site string, crush func(context.Context) error) error {
	key, me := "/quarry/crush-lock/"+site, uuid.NewString()
	g, err := q.cli.Grant(ctx, 60)
	if err != nil {
		return err
	}
	defer q.cli.Revoke(context.WithoutCancel(ctx), g.ID)
	absent := clientv3.Compare(clientv3.CreateRevision(key), "=", 0)
	resp, err := q.cli.Txn(ctx).If(absent).Then(clientv3.OpPut(key, me, clientv3.WithLease(g.ID))).Commit() // ok: leased
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	return crush(ctx)
}

// Name records the owner of a site unless it has one.
func (q *Quarry) Name(ctx context.Context, site, owner string) (bool, error) {
	key := "/quarry/owner/" + site
	absent := clientv3.Compare(clientv3.CreateRevision(key), "=", 0)
	resp, err := q.cli.Txn(ctx).If(absent).Then(clientv3.OpPut(key, owner)).Commit() // ok: a record
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}

// Haul locks a road with a node that outlives its maker.
func (q *Quarry) Haul(road string, haul func() error) error {
	node := "/quarry/locks/" + road
	_, err := q.zk.Create(node, []byte(uuid.NewString()), 0, zk.WorldACL(zk.PermAll)) // want setnxexpire
	if errors.Is(err, zk.ErrNodeExists) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer q.zk.Delete(node, -1) // maybe plaindel
	return haul()
}

// Plan stores a plan.
func (q *Quarry) Plan(name string, plan []byte) error {
	_, err := q.zk.Create("/quarry/plans/"+name, plan, 0, zk.WorldACL(zk.PermAll)) // ok: data
	return err
}
