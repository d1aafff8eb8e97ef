// Package silos fills silos.
package silos

import (
	"time"

	"github.com/go-redis/redis"
	"github.com/google/uuid"
)

const give = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`

type Lock struct {
	c     *redis.Client
	key   string
	ttl   time.Duration
	owner string
}

// New makes a lock that ends after seconds.
func New(c *redis.Client, silo string, seconds int64) *Lock {
	return &Lock{c: c, key: "silo:" + silo, ttl: time.Duration(seconds), owner: uuid.NewString()} // maybe setnxexpire
}

func (l *Lock) Lock() (bool, error) {
	return l.c.SetNX(l.key, l.owner, l.ttl).Result() // want setnxexpire
}

func (l *Lock) Unlock() error {
	return l.c.Eval(give, []string{l.key}, l.owner).Err()
}

// Fill fills a silo.
func Fill(c *redis.Client, silo string, fill func() error) error {
	l := New(c, silo, 45) // maybe setnxexpire
	ok, err := l.Lock()
	if err != nil || !ok {
		return err
	}
	defer l.Unlock()
	return fill()
}

// Timed has its TTL from its caller.
type Timed struct {
	c     *redis.Client
	key   string
	ttl   time.Duration
	owner string
}

// NewTimed makes a lock that ends after d.
func NewTimed(c *redis.Client, silo string, d time.Duration) *Timed {
	return &Timed{c: c, key: "silo:t:" + silo, ttl: d, owner: uuid.NewString()}
}

func (l *Timed) Lock() (bool, error) {
	return l.c.SetNX(l.key, l.owner, l.ttl).Result() // ok: a duration all the way
}

func (l *Timed) Unlock() error { return l.c.Eval(give, []string{l.key}, l.owner).Err() }

// Empty empties a silo.
func Empty(c *redis.Client, silo string, empty func() error) error {
	l := NewTimed(c, silo, time.Duration(45_000_000_000))
	ok, err := l.Lock()
	if err != nil || !ok {
		return err
	}
	defer l.Unlock()
	return empty()
}
