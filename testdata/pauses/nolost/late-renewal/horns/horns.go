// Package horns reads its period from a table, by the kind of the horn.
package horns

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type pace struct{ ttl, every time.Duration }

var paces = map[string]pace{
	"alp":  {2 * time.Minute, 40 * time.Second},
	"post": {20 * time.Second, 5 * time.Second},
}

// Blow blows a horn for as long as it is ours.
func Blow(ctx context.Context, rs *redsync.Redsync, kind string, blow func(context.Context) error) error {
	p, ok := paces[kind]
	if !ok {
		return errors.New("horns: no such horn")
	}
	mu := rs.NewMutex("horn:"+kind, redsync.WithExpiry(p.ttl))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		tick := time.NewTicker(p.every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
					return
				}
			}
		}
	}()
	return blow(ctx)
}
