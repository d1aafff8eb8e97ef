// Package recorders lets the end of the keepalive answers end the recording.
package recorders

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Recorder records a channel.
type Recorder struct {
	lease clientv3.Lease
	kv    clientv3.KV
}

// claim takes a channel and returns a channel that is closed when it is lost.
func (r *Recorder) claim(ctx context.Context, channel string) (<-chan *clientv3.LeaseKeepAliveResponse, func(), error) {
	g, err := r.lease.Grant(ctx, 12)
	if err != nil {
		return nil, nil, err
	}
	undo := func() { _, _ = r.lease.Revoke(context.WithoutCancel(ctx), g.ID) }
	key := "/recorders/" + channel
	resp, err := r.kv.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err == nil && !resp.Succeeded {
		err = errors.New("recorders: channel is recorded")
	}
	if err != nil {
		undo()
		return nil, nil, err
	}
	alive, err := r.lease.KeepAlive(ctx, g.ID)
	if err != nil {
		undo()
		return nil, nil, err
	}
	return alive, undo, nil
}

// Record records until the channel is lost.
func (r *Recorder) Record(ctx context.Context, channel string, record func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	alive, undo, err := r.claim(ctx, channel)
	if err != nil {
		return err
	}
	defer undo()
	go func() {
		for range alive {
		}
		cancel()
	}()
	return record(ctx)
}
