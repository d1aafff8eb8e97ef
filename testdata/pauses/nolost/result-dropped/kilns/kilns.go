// Package kilns would rather die than fire a kiln that is somebody else's.
package kilns

import (
	"context"
	"log"
	"os"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Kiln is fired by one process.
type Kiln struct {
	cli *clientv3.Client
	key string
}

// Fire fires the kiln.
func (k *Kiln) Fire(ctx context.Context, fire func(context.Context) error) error {
	g, err := k.cli.Grant(ctx, 15)
	if err != nil {
		return err
	}
	defer k.cli.Revoke(context.WithoutCancel(ctx), g.ID)
	r, err := k.cli.Txn(ctx).If(clientv3.Compare(clientv3.Version(k.key), "=", 0)).Then(clientv3.OpPut(k.key, "fired", clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return err
	}
	if !r.Succeeded {
		return os.ErrExist
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Second):
				if _, err := k.cli.KeepAliveOnce(ctx, g.ID); err != nil {
					log.Fatalf("kiln %s: %v", k.key, err)
				}
			}
		}
	}()
	return fire(ctx)
}
