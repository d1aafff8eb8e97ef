// Package conductors leads an orchestra until somebody else does.
package conductors

import (
	"context"
	"errors"
	"time"

	"github.com/redis/rueidis"
	"golang.org/x/sync/errgroup"
)

var errBaton = errors.New("conductors: the baton is gone")

var hand = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Conductor leads.
type Conductor struct {
	client rueidis.Client
	id     string
	baton  string
}

func (c *Conductor) hold(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			err := c.client.Do(ctx, c.client.B().Set().Key(c.baton).Value(c.id).Xx().ExSeconds(15).Build()).Error() // want nolost
			if rueidis.IsRedisNil(err) {
				return errBaton
			}
			if err != nil {
				return err
			}
		}
	}
}

// Lead plays while the baton is held.
func (c *Conductor) Lead(ctx context.Context, play func(context.Context) error) error {
	if err := c.client.Do(ctx, c.client.B().Set().Key(c.baton).Value(c.id).Nx().ExSeconds(15).Build()).Error(); err != nil {
		return err
	}
	defer hand.Exec(context.WithoutCancel(ctx), c.client, []string{c.baton}, []string{c.id})
	ctx, stop := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.hold(ctx) })
	g.Go(func() error {
		defer stop()
		return play(ctx)
	})
	return g.Wait()
}
