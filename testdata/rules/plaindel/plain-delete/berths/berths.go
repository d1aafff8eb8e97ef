// Package berths assigns berths of a harbour.
package berths

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errTaken = errors.New("berth is taken")

type Harbour struct {
	rc   rueidis.Client
	etcd *clientv3.Client
}

// Moor takes a berth while f runs.
func (h *Harbour) Moor(ctx context.Context, berth, ship string, f func(context.Context) error) error {
	key := "berth:" + berth
	err := h.rc.Do(ctx, h.rc.B().Set().Key(key).Value(ship).Nx().Px(time.Minute).Build()).Error()
	if err != nil {
		if rueidis.IsRedisNil(err) {
			return errTaken
		}
		return err
	}
	defer func() {
		h.rc.Do(context.WithoutCancel(ctx), h.rc.B().Unlink().Key(key).Build()) // want plaindel
	}()
	return f(ctx)
}

// Leave ends what Claim began.
func (h *Harbour) Leave(ctx context.Context, berth string) error {
	_, err := h.etcd.Delete(ctx, "/berths/lock/"+berth) // want plaindel
	return err
}

// Claim takes a berth for a ship.
func (h *Harbour) Claim(ctx context.Context, berth, ship string) (clientv3.LeaseID, error) {
	g, err := h.etcd.Grant(ctx, 30)
	if err != nil {
		return 0, err
	}
	key := "/berths/lock/" + berth
	resp, err := h.etcd.Txn(ctx).If(clientv3.Compare(clientv3.Version(key), "=", 0)).Then(clientv3.OpPut(key, ship, clientv3.WithLease(g.ID))).Commit()
	if err == nil && !resp.Succeeded {
		err = errTaken
	}
	return g.ID, err
}

// Unload takes a quay, and gives it back by its lease.
func (h *Harbour) Unload(ctx context.Context, quay, ship string, f func(context.Context) error) error {
	g, err := h.etcd.Grant(ctx, 30)
	if err != nil {
		return err
	}
	defer h.etcd.Revoke(context.WithoutCancel(ctx), g.ID) // ok: the own lease
	key := "/quays/lock/" + quay
	resp, err := h.etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, ship, clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errTaken
	}
	return f(ctx)
}

// Scrap removes a ship's record.
func (h *Harbour) Scrap(ctx context.Context, ship string) error {
	_, err := h.etcd.Delete(ctx, "/ships/"+ship) // ok: data
	return err
}

var same = rueidis.NewLuaScript(`return redis.call("GET",KEYS[1]) == ARGV[1] and redis.call("DEL",KEYS[1]) or 0`)

// Fuel takes the fuel hose while f runs.
func (h *Harbour) Fuel(ctx context.Context, hose string, f func(context.Context) error) error {
	key, me := "hose:"+hose, uuid.NewString()
	err := h.rc.Do(ctx, h.rc.B().Set().Key(key).Value(me).Nx().Ex(time.Minute).Build()).Error()
	if err != nil {
		return err
	}
	defer same.Exec(context.WithoutCancel(ctx), h.rc, []string{key}, []string{me}) // ok: compares
	return f(ctx)
}
