// Package elms counts in a hash by reading and writing it.
package elms

import (
	"context"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var drop = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Wood has trees.
type Wood struct {
	pool  *redis.Pool
	owner string
	lock  string
}

// New returns a wood.
func New(pool *redis.Pool, name string) *Wood {
	return &Wood{pool: pool, owner: uuid.NewString(), lock: "wood:" + name + ":lock"}
}

func (w *Wood) enter(c redis.Conn) (bool, error) {
	got, err := redis.String(c.Do("SET", w.lock, w.owner, "NX", "PX", (10 * time.Second).Milliseconds()))
	if err == redis.ErrNil {
		return false, nil
	}
	return got == "OK", err
}

// Plant plants trees of a kind.
func (w *Wood) Plant(ctx context.Context, wood, kind string, n int) (bool, error) {
	c, err := w.pool.GetContext(ctx)
	if err != nil {
		return false, err
	}
	defer c.Close()
	ok, err := w.enter(c)
	if err != nil || !ok {
		return false, err
	}
	defer drop.Do(c, w.lock, w.owner)
	have, err := redis.Int(c.Do("HGET", "wood:"+wood, kind))
	if err != nil && err != redis.ErrNil {
		return false, err
	}
	_, err = c.Do("HSET", "wood:"+wood, kind, have+n) // want unfenced
	return true, err
}

// Count counts visitors, which needs no reading.
func (w *Wood) Count(ctx context.Context, wood string) (bool, error) {
	c, err := w.pool.GetContext(ctx)
	if err != nil {
		return false, err
	}
	defer c.Close()
	ok, err := w.enter(c)
	if err != nil || !ok {
		return false, err
	}
	defer drop.Do(c, w.lock, w.owner)
	_, err = c.Do("HINCRBY", "wood:"+wood, "visitors", 1)
	return true, err
}
