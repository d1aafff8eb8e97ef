// Package vintners lets one vintner into the cellar.
package vintners

import (
	"context"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Cellar is where wine is made.
type Cellar struct {
	cli   *clientv3.Client
	press func(ctx context.Context, vat string) error
}

// enter puts the vintner's name at the vat, for as long as the lease lives,
// and returns the name that stands there.
func (c *Cellar) enter(ctx context.Context, vat, vintner string, lease clientv3.LeaseID) (string, error) {
	key := "/vats/" + vat
	resp, err := c.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, vintner, clientv3.WithLease(lease))).
		Else(clientv3.OpGet(key)).
		Commit()
	if err != nil {
		return "", fmt.Errorf("vintners: vat %s: %w", vat, err)
	}
	if resp.Succeeded {
		return vintner, nil
	}
	for _, kv := range resp.Responses[0].GetResponseRange().Kvs {
		return string(kv.Value), nil
	}
	return "", fmt.Errorf("vintners: vat %s is somebody's", vat)
}

// Press presses for less than the minute of the lease.
func (c *Cellar) Press(ctx context.Context, vat, vintner string) error {
	grant, err := c.cli.Grant(ctx, 60)
	if err != nil {
		return err
	}
	defer c.cli.Revoke(context.WithoutCancel(ctx), grant.ID)
	who, err := c.enter(ctx, vat, vintner, grant.ID)
	if err != nil {
		return err
	}
	if who != vintner {
		return fmt.Errorf("vintners: %s is at vat %s", who, vat)
	}
	return c.press(ctx, vat)
}
