// Package peaks climbs peaks under locks of ZooKeeper.
package peaks

import (
	"context"
	"errors"
	"time"

	"github.com/go-zookeeper/zk"
)

var errExpired = errors.New("session expired")

// Climb throws the session's events away.
func Climb(servers []string, peak string, climb func() error) error {
	conn, _, err := zk.Connect(servers, 10*time.Second) // maybe nolost
	if err != nil {
		return err
	}
	defer conn.Close()
	l := zk.NewLock(conn, "/peaks/"+peak, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	return climb()
}

// Descend ends with the session.
func Descend(ctx context.Context, servers []string, peak string, descend func(context.Context) error) error {
	conn, events, err := zk.Connect(servers, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for e := range events {
			if e.State == zk.StateExpired || e.State == zk.StateDisconnected {
				cancel(errExpired)
			}
		}
	}()
	l := zk.NewLock(conn, "/peaks/down/"+peak, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // ok: the events end the work
		return err
	}
	defer l.Unlock()
	return descend(ctx)
}

// Rest hands the events over.
func Rest(servers []string, peak string, rest func(<-chan zk.Event) error) error {
	conn, events, err := zk.Connect(servers, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	l := zk.NewLock(conn, "/peaks/rest/"+peak, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // ok: the work gets the events
		return err
	}
	defer l.Unlock()
	return rest(events)
}
