// Package dials lets Consul's and ZooKeeper's signals go where nobody sees them.
package dials

import (
	"context"
	"errors"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/hashicorp/consul/api"
)

// Dial turns.
type Dial struct {
	c      *api.Client
	onLoss func(<-chan struct{})
	Lost   <-chan struct{}
}

// Turn gives the channel to a hook.
func (d *Dial) Turn(ctx context.Context, dial string, turn func(context.Context) error) error {
	l, err := d.c.LockKey("dials/" + dial)
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // ok: the hook has the channel
	if err != nil {
		return err
	}
	if ch == nil {
		return ctx.Err()
	}
	defer l.Unlock()
	d.onLoss(ch)
	return turn(ctx)
}

// Hold stores the channel in an exported field.
func (d *Dial) Hold(ctx context.Context, dial string) (*api.Lock, error) {
	l, err := d.c.LockKey("hold/" + dial)
	if err != nil {
		return nil, err
	}
	ch, err := l.Lock(ctx.Done()) // ok: others read the field
	if err != nil {
		return nil, err
	}
	if ch == nil {
		return nil, ctx.Err()
	}
	d.Lost = ch
	return l, nil
}

// Take returns the channel.
func (d *Dial) Take(ctx context.Context, dial string) (*api.Lock, <-chan struct{}, error) {
	l, err := d.c.LockKey("take/" + dial)
	if err != nil {
		return nil, nil, err
	}
	ch, err := l.Lock(ctx.Done()) // ok: returned
	if err == nil && ch == nil {
		err = ctx.Err()
	}
	return l, ch, err
}

// Spin returns the lock without its channel.
func (d *Dial) Spin(ctx context.Context, dial string) (*api.Lock, error) {
	l, err := d.c.LockKey("spin/" + dial)
	if err != nil {
		return nil, err
	}
	ch, err := l.Lock(ctx.Done()) // want nolost
	if err != nil {
		return nil, err
	}
	if ch == nil {
		return nil, ctx.Err()
	}
	return l, nil
}

// Connect returns the connection with its events.
func Connect(servers []string) (*zk.Conn, <-chan zk.Event, error) {
	return zk.Connect(servers, 8*time.Second) // ok: returned
}

// Set gives the events to somebody.
func Set(servers []string, dial string, set func(<-chan zk.Event) error) (err error) {
	conn, ev, err := zk.Connect(servers, 8*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	l := zk.NewLock(conn, "/dials/"+dial, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // ok: set has the events
		return err
	}
	defer func() { err = errors.Join(err, l.Unlock()) }()
	return set(ev)
}

// Reset drops the events.
func Reset(servers []string, dial string, reset func() error) error {
	conn, _, err := zk.Connect(servers, 8*time.Second) // maybe nolost
	if err != nil {
		return err
	}
	defer conn.Close()
	l := zk.NewLock(conn, "/dials/"+dial, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	return reset()
}
