// Package pumps drives the pumps of a water works.
package pumps

import (
	"github.com/gomodule/redigo/redis"
)

type Plant struct{ pool redis.Pool }

// Start marks a pump as started by op.
func (p *Plant) Start(pump, op string) (bool, error) {
	c := p.pool.Get()
	defer c.Close()
	key := "pump:" + pump
	c.Send("MULTI")
	c.Send("SETNX", key, op) // want setnxexpire
	c.Send("EXPIRE", key, 120)
	replies, err := redis.Ints(c.Do("EXEC"))
	if err != nil {
		return false, err
	}
	return replies[0] == 1, nil
}

// Flush rinses a pump.
func (p *Plant) Flush(pump, op string) (ok bool, err error) {
	c := p.pool.Get()
	defer c.Close()
	ok, err = redis.Bool(c.Do("SETNX", "flush:"+pump, op)) // want setnxexpire
	if err == nil {
		_, err = c.Do("EXPIRE", "flush:"+pump, 300)
	}
	return
}

// Check marks a pump as checked.
func (p *Plant) Check(pump, op string) (bool, error) {
	c := p.pool.Get()
	defer c.Close()
	_, err := redis.String(c.Do("SET", "check:"+pump, op, "NX", "PX", 120000)) // ok: one command
	if err == redis.ErrNil {
		return false, nil
	}
	return err == nil, err
}

// Seen keeps the list of active pumps.
func (p *Plant) Seen(pump string) error {
	c := p.pool.Get()
	defer c.Close()
	c.Send("MULTI")
	c.Send("SADD", "active", pump) // ok: a set of names
	c.Send("EXPIRE", "active", 600)
	_, err := c.Do("EXEC")
	return err
}

// Drain renews the end only of a key that lost it.
func (p *Plant) Drain(pump, op string) (bool, error) {
	c := p.pool.Get()
	defer c.Close()
	key := "drain:" + pump
	reply, err := c.Do("SET", key, op, "EX", 60, "NX") // ok: repair of a key without end
	if err != nil || reply != nil {
		return reply != nil, err
	}
	left, err := redis.Int(c.Do("TTL", key))
	if err == nil && left == -1 {
		_, err = c.Do("EXPIRE", key, 60)
	}
	return false, err
}
