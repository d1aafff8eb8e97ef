// Package seconds uses APIs that want whole seconds.
package seconds

import (
	"context"

	"github.com/redis/rueidis"
	"github.com/zeromicro/go-zero/core/stores/redis"
	clientv3 "go.etcd.io/etcd/client/v3"
)

type Yard struct {
	store *redis.Redis
	rc    rueidis.Client
	etcd  *clientv3.Client
}

// Park parks a truck.
func (y *Yard) Park(ctx context.Context, bay, truck string) (bool, error) {
	return y.store.SetnxExCtx(ctx, "bay:"+bay, truck, 30) // ok: the unit is a second
}

// Wash washes a truck.
func (y *Yard) Wash(ctx context.Context, bay, truck string) (bool, error) {
	err := y.rc.Do(ctx, y.rc.B().Set().Key("wash:"+bay).Value(truck).Nx().ExSeconds(90).Build()).Error() // ok: the unit is a second
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return err == nil, err
}

// Crane books the crane.
func (y *Yard) Crane(ctx context.Context, truck string) (bool, error) {
	g, err := y.etcd.Grant(ctx, 20) // ok: the unit is a second
	if err != nil {
		return false, err
	}
	resp, err := y.etcd.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/crane"), "=", 0)).
		Then(clientv3.OpPut("/crane", truck, clientv3.WithLease(g.ID))).
		Commit()
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}

// Weigh holds the scales.
func (y *Yard) Weigh(ctx context.Context, weigh func(context.Context) error) error {
	l := redis.NewRedisLock(y.store, "scales")
	l.SetExpire(15) // ok: the unit is a second
	ok, err := l.AcquireCtx(ctx)
	if err != nil || !ok {
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return weigh(ctx)
}
