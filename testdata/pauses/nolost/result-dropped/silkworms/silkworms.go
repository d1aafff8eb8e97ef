// Package silkworms has a lock type that offers its loss as a channel, and a
// worker in the same program that listens.
package silkworms

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var (
	scriptKeep = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
	scriptFree = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
)

// Mutex is a key in Redis.
type Mutex struct {
	pool       *redis.Pool
	key, owner string
	once       sync.Once
	stop, lost chan struct{}
}

// New takes the key for nine seconds at a time.
func New(pool *redis.Pool, key string) (*Mutex, error) {
	m := &Mutex{pool: pool, key: key, owner: uuid.NewString(), stop: make(chan struct{}), lost: make(chan struct{})}
	conn := pool.Get()
	defer conn.Close()
	if _, err := redis.String(conn.Do("SET", key, m.owner, "PX", 9000, "NX")); err != nil {
		return nil, err
	}
	go m.renew()
	return m, nil
}

func (m *Mutex) renew() {
	defer close(m.lost)
	for misses := 0; ; {
		select {
		case <-m.stop:
			return
		case <-time.After(2 * time.Second):
		}
		conn := m.pool.Get()
		n, err := redis.Int(scriptKeep.Do(conn, m.key, m.owner, 9000))
		conn.Close()
		switch {
		case err != nil && misses < 2:
			misses++
		case err != nil || n == 0:
			return
		default:
			misses = 0
		}
	}
}

// Lost is closed when the mutex is no longer held.
func (m *Mutex) Lost() <-chan struct{} { return m.lost }

// Unlock gives the key back.
func (m *Mutex) Unlock() error {
	m.once.Do(func() { close(m.stop) })
	conn := m.pool.Get()
	defer conn.Close()
	_, err := scriptFree.Do(conn, m.key, m.owner)
	return err
}

// Feed feeds until the mutex is lost.
func Feed(ctx context.Context, pool *redis.Pool, feed func(context.Context) error) error {
	m, err := New(pool, "silkworms")
	if err != nil {
		return err
	}
	defer m.Unlock()
	errc := make(chan error, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { errc <- feed(ctx) }()
	select {
	case err := <-errc:
		return err
	case <-m.Lost():
		return errors.New("silkworms: lost")
	}
}
