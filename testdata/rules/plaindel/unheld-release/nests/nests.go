// Package nests counts nests.
package nests

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/redis/rueidis"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errCounting = errors.New("somebody counts here")

type Ward struct {
	etcd *clientv3.Client
	rc   rueidis.Client
	ddb  *dynamodb.Client
}

// Count deletes the key whether the transaction succeeded or not.
func (w *Ward) Count(ctx context.Context, wood string, lease clientv3.LeaseID, count func(context.Context) error) error {
	key := "/nests/lock/" + wood
	resp, err := w.etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(lease))).Commit()
	if err != nil {
		return err
	}
	defer w.etcd.Delete(context.WithoutCancel(ctx), key) // want plaindel
	if !resp.Succeeded {
		return errCounting
	}
	return count(ctx)
}

// Ring revokes a lease that is its own either way.
func (w *Ward) Ring(ctx context.Context, wood string, ring func(context.Context) error) error {
	key := "/nests/ring-lock/" + wood
	g, err := w.etcd.Grant(ctx, 30)
	if err != nil {
		return err
	}
	defer w.etcd.Revoke(context.WithoutCancel(ctx), g.ID) // ok: its own lease, taken or not
	resp, err := w.etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errCounting
	}
	return ring(ctx)
}

// Reset is the button of an operator: it frees a wood that somebody else locked.
func (w *Ward) Reset(ctx context.Context, wood string) error {
	return w.rc.Do(ctx, w.rc.B().Del().Key("nests:lock:"+wood).Build()).Error() // want plaindel
}

var mine = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Watch takes the wood that Reset frees.
func (w *Ward) Watch(ctx context.Context, wood, who string, watch func(context.Context) error) error {
	key := "nests:lock:" + wood
	err := w.rc.Do(ctx, w.rc.B().Set().Key(key).Value(who).Nx().Ex(time.Hour).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return errCounting
	}
	if err != nil {
		return err
	}
	defer mine.Exec(context.WithoutCancel(ctx), w.rc, []string{key}, []string{who}) // ok: after the check
	return watch(ctx)
}
