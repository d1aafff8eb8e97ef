// Package ants feeds ants in groups of goroutines.
package ants

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
)

var (
	errFed = errors.New("hill is being fed")
	drop   = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	extend = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

const lease = 24 * time.Second

// Hill is fed.
type Hill struct{ rdb *redis.Client }

func (h *Hill) take(ctx context.Context, key, me string) error {
	ok, err := h.rdb.SetNX(ctx, key, me, lease).Result()
	if err == nil && !ok {
		err = errFed
	}
	return err
}

// Feed renews in the group, and hears nothing.
func (h *Hill) Feed(ctx context.Context, hill string, feed func(context.Context) error) error {
	key, me := "hill@"+hill, uuid.NewString()
	if err := h.take(ctx, key, me); err != nil {
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), h.rdb, []string{key}, me)
	beat, stop := context.WithCancel(ctx)
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for {
			select {
			case <-beat.Done():
				return nil
			case <-time.After(lease / 3):
				extend.Run(beat, h.rdb, []string{key}, me, lease.Milliseconds()) // want nolost
			}
		}
	})
	g.Go(func() error {
		defer stop()
		return feed(gctx)
	})
	return g.Wait()
}

// Water renews in the group, and the group ends with the lock.
func (h *Hill) Water(ctx context.Context, hill string, water func(context.Context) error) error {
	key, me := "water@"+hill, uuid.NewString()
	if err := h.take(ctx, key, me); err != nil {
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), h.rdb, []string{key}, me) // ok: compares
	beat, stop := context.WithCancel(ctx)
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for {
			select {
			case <-beat.Done():
				return nil
			case <-time.After(lease / 3):
				n, err := extend.Run(gctx, h.rdb, []string{key}, me, lease.Milliseconds()).Int() // ok: an error ends the group
				if err != nil {
					return err
				}
				if n == 0 {
					return errFed
				}
			}
		}
	})
	g.Go(func() error {
		defer stop()
		return water(gctx)
	})
	return g.Wait()
}

// March takes many hills, each in a goroutine.
func (h *Hill) March(ctx context.Context, hills []string, march func(context.Context, string) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for _, hill := range hills {
		g.Go(func() error {
			me := uuid.NewString()
			if err := h.take(ctx, "march@"+hill, me); errors.Is(err, errFed) {
				return nil
			} else if err != nil {
				return err
			}
			defer func() { drop.Run(context.WithoutCancel(ctx), h.rdb, []string{"march@" + hill}, me) }() // ok: compares
			return march(ctx, hill)
		})
	}
	return g.Wait()
}

// Raid frees in its goroutine what it does not compare.
func (h *Hill) Raid(ctx context.Context, hill string, raid func(context.Context)) error {
	if err := h.take(ctx, "raid@"+hill, uuid.NewString()); err != nil {
		return err
	}
	go func(ctx context.Context) {
		defer func() {
			_ = h.rdb.Del(ctx, "raid@"+hill).Err() // want plaindel
		}()
		raid(ctx)
	}(context.WithoutCancel(ctx))
	return nil
}
