// Package sessions renews Consul sessions in functions that know no lock.
package sessions

import (
	"context"
	"log"
	"time"

	"github.com/hashicorp/consul/api"
)

type Client struct {
	c      *api.Client
	lock   *api.Lock
	lost   <-chan struct{}
	cancel context.CancelFunc
}

func (c *Client) session() (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	s := c.c.Session()
	id, _, err := s.Create(&api.SessionEntry{TTL: "15s"}, nil)
	if err != nil {
		return "", err
	}
	go s.RenewPeriodic("15s", id, nil, ctx.Done()) // ok: the lock's own channel tells
	return id, nil
}

func (c *Client) Lock(write func(context.Context) error) error {
	id, err := c.session()
	if err != nil {
		return err
	}
	c.lock, err = c.c.LockOpts(&api.LockOptions{Key: "sessions/one", Session: id})
	if err != nil {
		return err
	}
	lost, err := c.lock.Lock(nil)
	if err != nil {
		return err
	}
	if lost == nil {
		return context.Canceled
	}
	c.lost = lost
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		<-c.lost
		stop()
	}()
	return write(ctx)
}

func (c *Client) Unlock() error {
	defer c.cancel()
	return c.lock.Unlock()
}

// Again holds its lock in a field that is emptied when the lock is lost.
type Again struct {
	Client
	held *api.Lock
}

func (a *Again) begin(stop <-chan struct{}) (string, error) {
	s := a.c.Session()
	id, _, err := s.Create(&api.SessionEntry{TTL: "15s"}, nil)
	if err != nil {
		return "", err
	}
	go s.RenewPeriodic("15s", id, nil, stop) // ok: the lock's own channel tells
	return id, nil
}

func (a *Again) Lock(write func(context.Context) error) error {
	over := make(chan struct{})
	defer close(over)
	id, err := a.begin(over)
	if err != nil {
		return err
	}
	if a.held, err = a.c.LockOpts(&api.LockOptions{Key: "sessions/again", Session: id}); err != nil {
		return err
	}
	lost, err := a.held.Lock(nil)
	if err != nil || lost == nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		<-lost
		a.held = nil
		stop()
	}()
	return write(ctx)
}

// Deaf keeps no channel: an acquire by hand has none.
type Deaf struct{ c *api.Client }

func (d *Deaf) session(stop <-chan struct{}) (string, error) {
	s := d.c.Session()
	id, _, err := s.Create(&api.SessionEntry{TTL: "15s"}, nil)
	if err != nil {
		return "", err
	}
	go s.RenewPeriodic("15s", id, nil, stop) // want nolost
	return id, nil
}

func (d *Deaf) Run(write func() error) error {
	stop := make(chan struct{})
	defer close(stop)
	id, err := d.session(stop)
	if err != nil {
		return err
	}
	p := &api.KVPair{Key: "sessions/two", Session: id}
	won, _, err := d.c.KV().Acquire(p, nil)
	if err != nil || !won {
		return err
	}
	defer d.c.KV().Release(p, nil)
	return write()
}

// Until renews for as long as it can and then tells those who work.
func Until(c *api.Client, stop chan struct{}, work func(id string, lost <-chan struct{})) error {
	s := c.Session()
	id, _, err := s.Create(&api.SessionEntry{TTL: "15s"}, nil)
	if err != nil {
		return err
	}
	won, _, err := c.KV().Acquire(&api.KVPair{Key: "sessions/three", Session: id}, nil)
	if err != nil || !won {
		return err
	}
	lost := make(chan struct{})
	go work(id, lost)
	if err := s.RenewPeriodic("15s", id, nil, stop); err != nil { // ok: what follows tells
		log.Print(err)
	}
	close(lost)
	return nil
}

// Still only says that it ended.
func Still(c *api.Client, stop chan struct{}, work func(id string)) error {
	s := c.Session()
	id, _, err := s.Create(&api.SessionEntry{TTL: "15s"}, nil)
	if err != nil {
		return err
	}
	won, _, err := c.KV().Acquire(&api.KVPair{Key: "sessions/four", Session: id}, nil)
	if err != nil || !won {
		return err
	}
	go work(id)
	if err := s.RenewPeriodic("15s", id, nil, stop); err != nil { // want nolost
		log.Print(err)
	}
	log.Print("renewal ended")
	return nil
}

// Ever begins anew when its session has ended.
func Ever(c *api.Client, stop chan struct{}, work func(id string, lost <-chan struct{})) {
	for {
		s := c.Session()
		id, _, err := s.Create(&api.SessionEntry{TTL: "15s"}, nil)
		if err == nil {
			lost := make(chan struct{})
			won, _, err := c.KV().Acquire(&api.KVPair{Key: "sessions/five", Session: id}, nil)
			if err == nil && won {
				go work(id, lost)
			}
			if err := s.RenewPeriodic("15s", id, nil, stop); err != nil { // ok: it has a clock of its own
				log.Print(err)
			}
			close(lost)
		}
		select {
		case <-time.After(15 * time.Second):
		case <-stop:
			return
		}
	}
}
