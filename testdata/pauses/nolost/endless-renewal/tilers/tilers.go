// Package tilers renews a fixed number of times: no tile takes longer.
package tilers

import (
	"context"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var (
	stay = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], 30) end return 0`)
	gone = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Tiler tiles.
type Tiler struct {
	pool *redis.Pool
	tile func(ctx context.Context) error
}

func (t *Tiler) keep(key, me string, times int, lost context.CancelFunc) {
	defer lost()
	for range times {
		time.Sleep(10 * time.Second)
		c := t.pool.Get()
		n, err := redis.Int(stay.Do(c, key, me))
		c.Close()
		if err != nil || n == 0 {
			return
		}
	}
}

// Tile tiles a floor in at most ten minutes.
func (t *Tiler) Tile(ctx context.Context, floor string) error {
	c := t.pool.Get()
	defer c.Close()
	key, me := "floor:"+floor, uuid.NewString()
	if _, err := redis.String(c.Do("SET", key, me, "NX", "EX", 30)); err != nil {
		return err
	}
	defer gone.Do(c, key, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go t.keep(key, me, 60, cancel)
	return t.tile(ctx)
}
