// Package trappers sets traps, one trapper for each valley.
package trappers

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

const lease = 40 * time.Second

var (
	on  = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) end return 0`)
	off = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Valley is held by one trapper.
type Valley struct {
	pool *redis.Pool
	key  string
	id   string
	lost chan struct{}
}

// Enter enters a valley. Lost is closed when somebody else may enter it.
func Enter(ctx context.Context, pool *redis.Pool, valley string) (*Valley, error) {
	c := pool.Get()
	defer c.Close()
	v := &Valley{pool: pool, key: "valley:" + valley, id: uuid.NewString(), lost: make(chan struct{})}
	if _, err := redis.String(c.Do("SET", v.key, v.id, "NX", "EX", int(lease.Seconds()))); err != nil {
		return nil, err
	}
	go v.hold(ctx)
	return v, nil
}

func (v *Valley) hold(ctx context.Context) {
	defer close(v.lost)
	timer := time.NewTimer(lease * 3 / 4)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		c := v.pool.Get()
		n, err := redis.Int(on.Do(c, v.key, v.id, int(lease.Seconds()))) // want nolost
		if err = errors.Join(err, c.Close()); err != nil || n == 0 {
			return
		}
		timer.Reset(lease * 3 / 4)
	}
}

// Lost is closed when the valley is lost.
func (v *Valley) Lost() <-chan struct{} { return v.lost }

// Leave leaves the valley.
func (v *Valley) Leave() error {
	c := v.pool.Get()
	defer c.Close()
	_, err := off.Do(c, v.key, v.id)
	return err
}
