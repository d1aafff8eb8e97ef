// Package razorbills waits for ZooKeeper's events beside the work.
package razorbills

import (
	"context"
	"errors"
	"time"

	"github.com/go-zookeeper/zk"
)

var errSession = errors.New("razorbills: session expired")

// Fish fishes in one bay until the session expires.
func Fish(ctx context.Context, servers []string, bay string, fish func(context.Context) error) error {
	conn, events, err := zk.Connect(servers, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	l := zk.NewLock(conn, "/bays/"+bay, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case e := <-events:
				if e.State == zk.StateExpired || e.State == zk.StateDisconnected {
					cancel(errSession)
					return
				}
			}
		}
	}()
	return fish(ctx)
}
