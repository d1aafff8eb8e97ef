// Package rangers watches a ZooKeeper session and stops its patrol with it.
package rangers

import (
	"context"
	"time"

	"github.com/go-zookeeper/zk"
)

// Ranger patrols a park.
type Ranger struct {
	conn   *zk.Conn
	events <-chan zk.Event
}

// Dial connects a ranger.
func Dial(hosts ...string) (*Ranger, error) {
	conn, events, err := zk.Connect(hosts, 10*time.Second)
	if err != nil {
		return nil, err
	}
	return &Ranger{conn, events}, nil
}

func (r *Ranger) guard(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		for {
			select {
			case ev, ok := <-r.events:
				if !ok || ev.State == zk.StateExpired || ev.State == zk.StateDisconnected {
					cancel()
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}

// Patrol patrols as the only ranger.
func (r *Ranger) Patrol(ctx context.Context, walk func(context.Context) error) error {
	l := zk.NewLock(r.conn, "/park/ranger", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	ctx, cancel := r.guard(ctx)
	defer cancel()
	return walk(ctx)
}
