// Package zookeeper shows your lock in ZooKeeper, done carefully.
//
// The lock's node is ephemeral: it goes with the session. The session's events
// are the only sign that this has happened, so the work ends on them; a
// disconnected client does not know whether it has, and has to assume it. A write
// carries the version that was read.
package zookeeper

import (
	"context"
	"time"

	"github.com/go-zookeeper/zk"
)

// Change replaces the data of a node.
func Change(ctx context.Context, servers []string, node string, change func([]byte) []byte) error {
	conn, events, err := zk.Connect(servers, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ev := range events {
			if ev.State == zk.StateExpired || ev.State == zk.StateDisconnected {
				cancel()
			}
		}
	}()

	lock := zk.NewLock(conn, "/locks"+node, zk.WorldACL(zk.PermAll))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Unlock()

	data, stat, err := conn.Get(node)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err = conn.Set(node, change(data), stat.Version) // zk.ErrBadVersion if somebody has written
	return err
}
