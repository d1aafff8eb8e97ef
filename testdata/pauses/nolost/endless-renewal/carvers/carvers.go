// Package carvers carves under a session of Consul that is renewed.
package carvers

import (
	"context"
	"errors"

	"github.com/hashicorp/consul/api"
)

var errBlock = errors.New("carvers: the block is another's")

// Carver carves.
type Carver struct {
	consul *api.Client
	carve  func(ctx context.Context, block string) error
}

// Carve carves a block until the session is lost.
func (c *Carver) Carve(ctx context.Context, block string) error {
	id, _, err := c.consul.Session().Create(&api.SessionEntry{Name: "carvers", TTL: "20s"}, nil)
	if err != nil {
		return err
	}
	pair := &api.KVPair{Key: "blocks/" + block, Session: id}
	ok, _, err := c.consul.KV().Acquire(pair, nil)
	if err != nil || !ok {
		return errors.Join(err, errBlock)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		cancel(c.consul.Session().RenewPeriodic("20s", id, nil, make(chan struct{}))) // want nolost
	}()
	return c.carve(ctx, block)
}
