// Package brewers lets one brewer into the cellar.
package brewers

import (
	"context"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Cellar is where beer is made.
type Cellar struct {
	cli  *clientv3.Client
	brew func(ctx context.Context, kettle string) error
}

// enter puts the brewer's name at the kettle, for as long as the lease lives.
func (c *Cellar) enter(ctx context.Context, kettle, brewer string, lease clientv3.LeaseID) error {
	key := "/kettles/" + kettle
	resp, err := c.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, brewer, clientv3.WithLease(lease))).
		Commit() // want nolost
	if err != nil {
		return fmt.Errorf("brewers: kettle %s at %d: %w", kettle, resp.Header.GetRevision(), err)
	}
	return nil
}

// Brew brews for less than the minute of the lease.
func (c *Cellar) Brew(ctx context.Context, kettle, brewer string) error {
	grant, err := c.cli.Grant(ctx, 60)
	if err != nil {
		return err
	}
	defer c.cli.Revoke(context.WithoutCancel(ctx), grant.ID)
	if err := c.enter(ctx, kettle, brewer, grant.ID); err != nil {
		return err
	}
	return c.brew(ctx, kettle)
}
