package registries

import (
	"context"
	clientv3 "go.etcd.io/etcd/client/v3"
	"log/slog"
)

// etcd service discovery: lease, KeepAlive drained, Put; session for registration
func Register(ctx context.Context, c *clientv3.Client, name, addr string) error {
	g, err := c.Grant(ctx, 10)
	if err != nil {
		return err
	}
	if _, err := c.Put(ctx, "/svc/"+name+"/"+addr, addr, clientv3.WithLease(g.ID)); err != nil {
		return err
	}
	ch, err := c.KeepAlive(ctx, g.ID)
	if err != nil {
		return err
	}
	go func() {
		for range ch {
		}
		slog.Warn("keepalive ended")
	}()
	return nil
}
