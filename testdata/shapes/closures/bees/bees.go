// Package bees smokes bees; timers free and renew.
package bees

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errSmoked = errors.New("hive is being smoked")

// Keeper keeps bees.
type Keeper struct {
	c     *redis.Client
	locks *redislock.Client
}

// Smoke frees the hive a little later, whoever smokes it then.
func (k *Keeper) Smoke(ctx context.Context, hive string, smoke func(context.Context) error) error {
	ok, err := k.c.SetNX(ctx, "hive!"+hive, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSmoked
	}
	defer time.AfterFunc(2*time.Second, func() {
		k.c.Del(context.WithoutCancel(ctx), "hive!"+hive) // want plaindel
	})
	return smoke(ctx)
}

// Calm frees what it holds.
func (k *Keeper) Calm(ctx context.Context, hive string, calm func(context.Context) error) error {
	l, err := k.locks.Obtain(ctx, "calm!"+hive, time.Minute, redislockOnce())
	if err != nil {
		return err
	}
	defer func() {
		if err := l.Release(context.WithoutCancel(ctx)); err != nil { // ok: the library compares
			log.Print(err)
		}
	}()
	return calm(ctx)
}

func redislockOnce() *redislock.Options {
	return &redislock.Options{RetryStrategy: redislock.NoRetry()}
}

// Harvest renews with a timer that starts itself again, and only logs.
func (k *Keeper) Harvest(ctx context.Context, hive string, harvest func(context.Context) error) error {
	const ttl = 30 * time.Second
	l, err := k.locks.Obtain(ctx, "harvest!"+hive, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	t := time.NewTimer(ttl / 3)
	defer t.Stop()
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-t.C:
				if err := l.Refresh(ctx, ttl, nil); err != nil { // want nolost
					log.Printf("refresh %s: %v", hive, err)
				}
				t.Reset(ttl / 3)
			}
		}
	}()
	return harvest(ctx)
}

// Inspect renews the same way, and tells.
func (k *Keeper) Inspect(ctx context.Context, hive string, inspect func(context.Context) error) error {
	const ttl = 30 * time.Second
	l, err := k.locks.Obtain(ctx, "inspect!"+hive, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(ttl / 4):
			}
			if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: cancels
				cancel(err)
				return
			}
		}
	}()
	return inspect(ctx)
}

// Swarm notes a swarm and forgets it by a timer.
func (k *Keeper) Swarm(ctx context.Context, tree string) {
	if !k.c.SetNX(ctx, "swarm!"+tree, time.Now().Unix(), time.Hour).Val() { // ok: a note, which nothing guards
		return
	}
	time.AfterFunc(time.Minute, func() { k.c.Del(context.Background(), "swarm!"+tree) }) // maybe plaindel
}
