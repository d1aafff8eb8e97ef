// Package drums numbers drums; counters have seeds.
package drums

import (
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errBeating = errors.New("drum is being beaten")

// Maker numbers.
type Maker struct{ pool *redis.Pool }

// Number seeds the counter of a series, and counts.
func (m *Maker) Number(series string) (int64, error) {
	c := m.pool.Get()
	defer c.Close()
	if _, err := c.Do("SETNX", "number:"+series, 1000); err != nil { // ok: a counter's seed
		return 0, err
	}
	return redis.Int64(c.Do("INCR", "number:"+series))
}

// Restart drops the counter of a series.
func (m *Maker) Restart(series string) error {
	c := m.pool.Get()
	defer c.Close()
	_, err := c.Do("DEL", "number:"+series) // ok: a counter
	return err
}

// Locked counts wrong passwords; the key's name is not what it is.
func (m *Maker) Locked(user string) (bool, error) {
	c := m.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("INCR", "login_lock:"+user))
	if err != nil {
		return false, err
	}
	if n == 1 {
		_, err = c.Do("EXPIRE", "login_lock:"+user, 900) // ok: INCR is no set-if-absent
	}
	return n > 5, err
}

// Unlock forgets wrong passwords.
func (m *Maker) Unlock(user string) error {
	c := m.pool.Get()
	defer c.Close()
	_, err := c.Do("DEL", "login_lock:"+user) // ok: a counter
	return err
}

// Freeze marks a drum as not for sale; lockKey only records state.
func (m *Maker) Freeze(drum, who string) (bool, error) {
	lockKey := "drum:" + drum + ":lock"
	c := m.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("SETNX", lockKey, who)) // ok: a record
	return n == 1, err
}

// Beat beats one drum at a time.
func (m *Maker) Beat(drum string, beat func() error) error {
	c := m.pool.Get()
	defer c.Close()
	key, me := "beat:"+drum, uuid.NewString()
	n, err := redis.Int(c.Do("SETNX", key, me)) // want setnxexpire
	if err != nil {
		return err
	}
	if n == 0 {
		return errBeating
	}
	defer cad.Do(c, key, me) // ok: compares
	return beat()
}

var cad = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Stamp sets a note with an end in two steps: the window is the same for what is no lock.
func (m *Maker) Stamp(drum string) error {
	c := m.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("SETNX", "stamp:"+drum, time.Now().Unix())) // want setnxexpire
	if err != nil || n == 0 {
		return err
	}
	_, err = c.Do("EXPIRE", "stamp:"+drum, 60)
	return err
}
