// Package glaziers cuts glass at one table for each size.
package glaziers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var free = rueidis.NewLuaScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

var errTable = errors.New("glaziers: table is in use")

// Glazier cuts.
type Glazier struct {
	client rueidis.Client
	cut    func(ctx context.Context, size string) error
}

// wait tries to get the table until the context ends.
func (g *Glazier) wait(ctx context.Context, key, owner string) error {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		err := g.client.Do(ctx, g.client.B().Set().Key(key).Value(owner).Nx().PxMilliseconds(30_000).Build()).Error()
		switch {
		case err == nil:
			return nil
		case !rueidis.IsRedisNil(err):
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", errTable, ctx.Err())
		}
	}
}

// Cut cuts a pane.
func (g *Glazier) Cut(ctx context.Context, size string) error {
	key, owner := "table:"+size, uuid.NewString()
	if err := g.wait(ctx, key, owner); err != nil {
		return err
	}
	defer free.Exec(context.WithoutCancel(ctx), g.client, []string{key}, []string{owner})
	return g.cut(ctx, size)
}
