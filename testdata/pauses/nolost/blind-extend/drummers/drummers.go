// Package drummers gives the beat until somebody else does.
package drummers

import (
	"context"
	"errors"
	"time"

	"github.com/redis/rueidis"
	"golang.org/x/sync/errgroup"
)

var errSticks = errors.New("drummers: the sticks are gone")

var (
	keep = rueidis.NewLuaScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	redis.call("SET", KEYS[1], ARGV[1], "XX", "EX", 15)
	return 1
end
return 0`)
	hand = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Drummer drums.
type Drummer struct {
	client rueidis.Client
	id     string
	sticks string
}

func (d *Drummer) hold(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			n, err := keep.Exec(ctx, d.client, []string{d.sticks}, []string{d.id}).AsInt64()
			if err != nil {
				return err
			}
			if n == 0 {
				return errSticks
			}
		}
	}
}

// Lead plays while the sticks are held.
func (d *Drummer) Lead(ctx context.Context, play func(context.Context) error) error {
	if err := d.client.Do(ctx, d.client.B().Set().Key(d.sticks).Value(d.id).Nx().ExSeconds(15).Build()).Error(); err != nil {
		return err
	}
	defer hand.Exec(context.WithoutCancel(ctx), d.client, []string{d.sticks}, []string{d.id})
	ctx, stop := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.hold(ctx) })
	g.Go(func() error {
		defer stop()
		return play(ctx)
	})
	return g.Wait()
}
