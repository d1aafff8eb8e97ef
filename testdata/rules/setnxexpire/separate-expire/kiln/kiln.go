// Package kiln schedules firings.
package kiln

import (
	"errors"

	"github.com/gomodule/redigo/redis"
)

var errFiring = errors.New("kiln is hot")

type Kiln struct {
	pool *redis.Pool
	name string
}

func (k *Kiln) key() string { return "kiln/" + k.name }

func bound(c redis.Conn, key string, seconds int) error {
	_, err := c.Do("EXPIRE", key, seconds)
	return err
}

// Fire runs one firing.
func (k *Kiln) Fire(batch string, fire func() error) (err error) {
	c := k.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("SETNX", k.key(), batch)) // want setnxexpire
	if err != nil {
		return err
	}
	if n == 0 {
		return errFiring
	}
	if err = bound(c, k.key(), 3600); err != nil {
		return
	}
	err = fire()
	return
}

// Warm heats the kiln up in the background.
func (k *Kiln) Warm(batch string) error {
	c := k.pool.Get()
	defer c.Close()
	args := redis.Args{}.Add(k.key()+"/warm", batch, "NX")
	reply, err := c.Do("SET", args...) // want setnxexpire
	if err != nil {
		return err
	}
	if reply == nil {
		return errFiring
	}
	_, err = c.Do("PEXPIRE", k.key()+"/warm", 90000)
	return err
}

// Glaze locks the glaze bench.
func (k *Kiln) Glaze(batch string) (bool, error) {
	c := k.pool.Get()
	defer c.Close()
	reply, err := redis.String(c.Do("SET", k.key()+"/glaze", batch, "EX", 600, "NX")) // ok: one command
	if errors.Is(err, redis.ErrNil) {
		return false, nil
	}
	return reply == "OK", err
}

var take = redis.NewScript(1, `
if redis.call('SETNX', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('EXPIRE', KEYS[1], ARGV[2])`)

// Cool lets the kiln cool down.
func (k *Kiln) Cool(batch string) (bool, error) {
	c := k.pool.Get()
	defer c.Close()
	return redis.Bool(take.Do(c, k.key()+"/cool", batch, 1800)) // ok: one script
}

// Count counts the firings of a day.
func (k *Kiln) Count(day string) error {
	c := k.pool.Get()
	defer c.Close()
	if _, err := c.Do("INCR", "firings:"+day); err != nil { // ok: a counter
		return err
	}
	return bound(c, "firings:"+day, 172800)
}
