// Package trees changes a configuration tree in ZooKeeper.
package trees

import (
	"context"
	"errors"

	"github.com/go-zookeeper/zk"
)

var errExpired = errors.New("session expired")

type Tree struct {
	conn *zk.Conn
	ev   <-chan zk.Event
}

func (t *Tree) follow(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		for {
			select {
			case e := <-t.ev:
				if e.State == zk.StateExpired {
					cancel(errExpired)
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}

// Append adds a line to a node, whatever its version.
func (t *Tree) Append(ctx context.Context, node, line string) error {
	ctx, cancel := t.follow(ctx)
	defer cancel(nil)
	l := zk.NewLock(t.conn, "/locks"+node, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	old, _, err := t.conn.Get(node)
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	_, err = t.conn.Set(node, append(old, line...), -1) // want unfenced
	return err
}

// Trim cuts a node, at the version it read.
func (t *Tree) Trim(ctx context.Context, node string, size int) error {
	ctx, cancel := t.follow(ctx)
	defer cancel(nil)
	l := zk.NewLock(t.conn, "/locks"+node, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	old, st, err := t.conn.Get(node)
	if err != nil || len(old) <= size || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	_, err = t.conn.Set(node, old[:size], st.Version) // ok: the version is compared
	return err
}

// Plant creates a node if it is not there.
func (t *Tree) Plant(ctx context.Context, node string, data []byte) error {
	ctx, cancel := t.follow(ctx)
	defer cancel(nil)
	l := zk.NewLock(t.conn, "/locks"+node, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := t.conn.Create(node, data, 0, zk.WorldACL(zk.PermAll)) // ok: create if absent
	return err
}
