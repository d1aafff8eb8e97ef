// Package ovens bakes.
package ovens

import (
	_ "embed"

	"github.com/gomodule/redigo/redis"
)

//go:embed unlock.lua
var unlockSrc string

//go:embed unlock_mine.lua
var unlockMineSrc string

var (
	unlock     = redis.NewScript(2, unlockSrc)
	unlockMine = redis.NewScript(2, unlockMineSrc)
)

type Bakery struct{ pool *redis.Pool }

func lock(c redis.Conn, oven, baker string) (bool, error) {
	reply, err := redis.String(c.Do("SET", "oven:"+oven, baker, "NX", "EX", 1200))
	if err == redis.ErrNil {
		return false, nil
	}
	return reply == "OK", err
}

// Bake bakes one batch.
func (b *Bakery) Bake(oven, baker string, bake func() error) error {
	c := b.pool.Get()
	defer c.Close()
	if ok, err := lock(c, oven, baker); err != nil || !ok {
		return err
	}
	defer unlock.Do(c, "oven:"+oven, "batches", baker) // want plaindel
	return bake()
}

// Toast toasts one batch.
func (b *Bakery) Toast(oven, baker string, toast func() error) error {
	c := b.pool.Get()
	defer c.Close()
	if ok, err := lock(c, oven, baker); err != nil || !ok {
		return err
	}
	defer unlockMine.Do(c, "oven:"+oven, "batches", baker) // ok: compares
	return toast()
}

// Reset forgets yesterday's batches.
func (b *Bakery) Reset() error {
	c := b.pool.Get()
	defer c.Close()
	_, err := c.Do("EVAL", "return redis.call('DEL', KEYS[1])", 1, "batches") // ok: data
	return err
}
