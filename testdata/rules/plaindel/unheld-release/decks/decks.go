// Package decks loads the decks of ships.
package decks

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/gomodule/redigo/redis"
)

type Deck struct {
	pool  *redis.Pool
	locks *redislock.Client
	rs    *redsync.Redsync
}

// Load tries for a while, and cleans up whatever came of it.
func (d *Deck) Load(ctx context.Context, deck, crew string, load func() error) error {
	c := d.pool.Get()
	defer c.Close()
	defer c.Do("DEL", "deck:"+deck) // want plaindel
	for {
		reply, err := c.Do("SET", "deck:"+deck, crew, "NX", "EX", 60)
		if err != nil {
			return err
		}
		if reply != nil {
			return load()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Sweep has a library's release, which knows whose lock it is.
func (d *Deck) Sweep(ctx context.Context, deck string, sweep func() error) error {
	l, err := d.locks.Obtain(ctx, "sweep:"+deck, time.Minute, nil)
	defer l.Release(context.WithoutCancel(ctx)) // ok: a nil lock releases nothing
	if err != nil {
		return err
	}
	return sweep()
}

// Scrub has a library's release, too.
func (d *Deck) Scrub(deck string, scrub func() error) error {
	mu := d.rs.NewMutex("scrub:" + deck)
	defer mu.Unlock() // ok: compares its value
	if err := mu.TryLock(); err != nil {
		return err
	}
	return scrub()
}

// Rope releases on the way out of the branch that took the lock.
func (d *Deck) Rope(deck, crew string, rope func() error) error {
	c := d.pool.Get()
	defer c.Close()
	key := "rope:" + deck
	free := redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	reply, err := c.Do("SET", key, crew, "NX", "EX", 60)
	if err == nil && reply != nil {
		defer free.Do(c, key, crew) // ok: only when taken
		return rope()
	}
	return err
}
