// Package canals opens canal locks, the ones for ships.
package canals

import (
	"strconv"

	"github.com/gomodule/redigo/redis"
)

type Gate struct {
	pool *redis.Pool
	id   string
}

func name(lock int) string { return "canal:lock:" + strconv.Itoa(lock) }

// Open opens one lock for as long as f needs.
func (g *Gate) Open(lock int, f func() error) error {
	c := g.pool.Get()
	defer c.Close()
	reply, err := c.Do("SET", name(lock), g.id, "NX", "EX", 300)
	if err != nil || reply == nil {
		return err
	}
	defer func() {
		if holder, _ := redis.String(c.Do("GET", name(lock))); holder == g.id {
			c.Do("DEL", name(lock)) // want plaindel
		}
	}()
	return f()
}

// Shut shuts one lock for as long as f needs.
func (g *Gate) Shut(lock int, f func() error) error {
	c := g.pool.Get()
	defer c.Close()
	key := name(lock) + ":shut"
	reply, err := c.Do("SET", key, g.id, "NX", "EX", 300)
	if err != nil || reply == nil {
		return err
	}
	defer func() {
		if _, err := c.Do("WATCH", key); err != nil {
			return
		}
		if holder, err := redis.String(c.Do("GET", key)); err != nil || holder != g.id {
			c.Do("UNWATCH")
			return
		}
		c.Send("MULTI")
		c.Send("DEL", key) // ok: WATCH
		c.Do("EXEC")
	}()
	return f()
}

var release = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Drain drains one lock for as long as f needs.
func (g *Gate) Drain(lock int, f func() error) error {
	c := g.pool.Get()
	defer c.Close()
	key := name(lock) + ":drain"
	if reply, err := c.Do("SET", key, g.id, "NX", "PX", 90000); err != nil || reply == nil {
		return err
	}
	defer release.Do(c, key, g.id) // ok: the script compares
	return f()
}
