// Package right puts a lock that ends with its lease.
package right

import (
	"context"

	"github.com/google/uuid"
	clientv3 "go.etcd.io/etcd/client/v3"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const key = "/jobs/7"

// Run does work under the lock.
func Run(ctx context.Context, cli *clientv3.Client, work func(context.Context) error) error {
	owner := uuid.NewString()
	lease, err := cli.Grant(ctx, 1)
	if err != nil {
		return err
	}
	resp, err := cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, owner, clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	defer release(context.WithoutCancel(ctx), cli, owner)
	return work(ctx)
}

func release(ctx context.Context, cli *clientv3.Client, owner string) error {
	_, err := cli.Txn(ctx).
		If(clientv3.Compare(clientv3.Value(key), "=", owner)).
		Then(clientv3.OpDelete(key)).
		Commit()
	return err
}
