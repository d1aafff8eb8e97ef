// Package judges hears one case at a time, in a session that may take long.
package judges

import (
	"context"
	"errors"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

var errBench = errors.New("judges: the bench was lost")

const (
	seconds = 40
	rise    = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
)

// Court sits.
type Court struct {
	store *redis.Redis
	judge string
}

func (c *Court) sitOn(ctx context.Context, bench string, lost chan<- error) {
	tick := time.NewTicker(seconds * time.Second / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := c.store.ExpireCtx(ctx, bench, seconds); err != nil { // want nolost
				lost <- err
				return
			}
		}
	}
}

// Hear hears a case; hear is told when the bench is lost.
func (c *Court) Hear(ctx context.Context, file string, hear func(context.Context) error) error {
	bench := "bench:" + file
	ok, err := c.store.SetnxExCtx(ctx, bench, c.judge, seconds)
	if err != nil || !ok {
		return errors.Join(err, errBench)
	}
	defer c.store.EvalCtx(context.WithoutCancel(ctx), rise, []string{bench}, c.judge)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lost, done := make(chan error, 1), make(chan error, 1)
	go c.sitOn(ctx, bench, lost)
	go func() { done <- hear(ctx) }()
	select {
	case err := <-lost:
		return err
	case err := <-done:
		return err
	}
}
