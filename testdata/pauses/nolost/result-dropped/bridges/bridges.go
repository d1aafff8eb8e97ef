// Package bridges opens bridges; a job renews and ends everything on failure.
package bridges

import (
	"context"
	"errors"

	"github.com/hashicorp/consul/api"
	"github.com/robfig/cron/v3"
)

// Bridge opens and closes.
type Bridge struct {
	consul *api.Client
	open   func(context.Context) error
}

// Open opens the bridge while the session is renewed.
func (b *Bridge) Open(ctx context.Context, name string) error {
	s := b.consul.Session()
	id, _, err := s.Create(&api.SessionEntry{TTL: "30s", Behavior: api.SessionBehaviorDelete}, nil)
	if err != nil {
		return err
	}
	defer s.Destroy(id, nil)
	ok, _, err := b.consul.KV().Acquire(&api.KVPair{Key: "bridges/" + name, Session: id}, nil)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("bridges: in use")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := cron.New()
	defer c.Stop()
	if _, err := c.AddFunc("@every 10s", func() {
		e, _, err := s.Renew(id, nil)
		if err != nil || e == nil {
			cancel()
		}
	}); err != nil {
		return err
	}
	c.Start()
	return b.open(ctx)
}
