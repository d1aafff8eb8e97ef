// Package wells pumps wells.
package wells

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/gomodule/redigo/redis"
)

var (
	drop = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	more = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

type Field struct {
	pool *redis.Pool
	db   *sql.DB
}

func (f *Field) more(key, me string, seconds int) bool {
	c := f.pool.Get()
	defer c.Close()
	n, err := redis.Int(more.Do(c, key, me, seconds)) // maybe nolost
	return err == nil && n == 1
}

// Pump renews a lock of 20 seconds after 20 seconds.
func (f *Field) Pump(ctx context.Context, well, me string, pump func(context.Context) error) error {
	c := f.pool.Get()
	defer c.Close()
	if reply, err := c.Do("SET", "well:"+well, me, "NX", "EX", 20); err != nil || reply == nil {
		return err
	}
	defer drop.Do(c, "well:"+well, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if !f.more("well:"+well, me, 20) { // want nolost
				cancel()
			}
		}
	}()
	return pump(ctx)
}

// Bail renews a lock of 20 seconds after 5 seconds.
func (f *Field) Bail(ctx context.Context, well, me string, bail func(context.Context) error) error {
	c := f.pool.Get()
	defer c.Close()
	if reply, err := c.Do("SET", "bail:"+well, me, "NX", "EX", 20); err != nil || reply == nil {
		return err
	}
	defer drop.Do(c, "bail:"+well, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(5 * time.Second)
			if !f.more("bail:"+well, me, 20) { // ok: a quarter
				cancel()
			}
		}
	}()
	return bail(ctx)
}

// Count logs every minute while it holds a lock of 20 seconds; that renews nothing.
func (f *Field) Count(ctx context.Context, well, me string, count func() (int, error)) error {
	c := f.pool.Get()
	defer c.Close()
	if reply, err := c.Do("SET", "count:"+well, me, "NX", "EX", 20); err != nil || reply == nil {
		return err
	}
	defer drop.Do(c, "count:"+well, me)
	t := time.AfterFunc(time.Minute, func() { log.Printf("still counting %s", well) }) // ok: no renewal
	defer t.Stop()
	_, err := count()
	return err
}
