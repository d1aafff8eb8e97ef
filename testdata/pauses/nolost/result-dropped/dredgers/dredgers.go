// Package dredgers dredges channels. The loss goes into a Go channel that
// nobody receives from.
package dredgers

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var (
	prolong = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
	unlock  = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
)

// Lock is a held key.
type Lock struct {
	pool       *redis.Pool
	key, owner string
	seconds    int
	quit       chan struct{}
	errs       chan error
}

// Obtain takes the key and renews it in the background.
func Obtain(pool *redis.Pool, key string, seconds int) (*Lock, error) {
	l := &Lock{pool: pool, key: key, owner: uuid.NewString(), seconds: seconds, quit: make(chan struct{}), errs: make(chan error, 1)}
	c := pool.Get()
	defer c.Close()
	reply, err := c.Do("SET", key, l.owner, "NX", "EX", seconds)
	if err != nil {
		return nil, err
	}
	if reply == nil {
		return nil, errors.New("dredgers: locked")
	}
	go l.renew(time.Duration(seconds) * time.Second / 3)
	return l, nil
}

func (l *Lock) renew(every time.Duration) {
	select {
	case <-l.quit:
		return
	case <-time.After(every):
	}
	c := l.pool.Get()
	n, err := redis.Int(prolong.Do(c, l.key, l.owner, l.seconds)) // want nolost
	c.Close()
	if err != nil || n == 0 {
		select {
		case l.errs <- errors.Join(err, errors.New("dredgers: lock lost")):
		default:
		}
		return
	}
	l.renew(every)
}

// Release gives the key back.
func (l *Lock) Release() error {
	close(l.quit)
	c := l.pool.Get()
	defer c.Close()
	_, err := unlock.Do(c, l.key, l.owner)
	return err
}

// Dredge dredges under a lock.
func Dredge(ctx context.Context, pool *redis.Pool, channel string, work func(context.Context) error) error {
	l, err := Obtain(pool, "dredge:"+channel, 45)
	if err != nil {
		return err
	}
	defer l.Release()
	return work(ctx)
}
