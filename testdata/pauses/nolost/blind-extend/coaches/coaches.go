// Package coaches trains a team while etcd's lease is alive, which is ours alone.
package coaches

import (
	"context"
	"errors"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errTeam = errors.New("coaches: the team has another coach")

// Coach trains teams.
type Coach struct {
	cli   *clientv3.Client
	drill func(ctx context.Context, n int) error
}

// Train drills a team, and keeps the lease alive before each drill.
func (c *Coach) Train(ctx context.Context, team string, drills int) error {
	lease, err := c.cli.Grant(ctx, int64(time.Minute/time.Second))
	if err != nil {
		return err
	}
	defer c.cli.Revoke(context.WithoutCancel(ctx), lease.ID)
	key := "/teams/" + team
	txn, err := c.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.Version(key), "=", 0)).
		Then(clientv3.OpPut(key, "coach", clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !txn.Succeeded {
		return errTeam
	}
	for n := range drills {
		if _, err := c.cli.KeepAliveOnce(ctx, lease.ID); err != nil {
			return err
		}
		if err := c.drill(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
