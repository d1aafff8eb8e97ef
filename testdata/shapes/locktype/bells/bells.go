// Package bells rings bells, one ringer at a time.
package bells

import (
	"errors"
	"sync"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errRinging = errors.New("bell is ringing")

// Config says how a bell is locked.
type Config struct {
	Pool *redis.Pool
	Bell string
	TTL  time.Duration
}

// Rope is a lock that keeps itself.
type Rope struct {
	cfg  Config
	id   string
	quit chan struct{}
	once sync.Once
}

// NewRope makes a lock.
func NewRope(cfg Config) *Rope {
	if cfg.TTL <= 0 {
		cfg.TTL = 30 * time.Second
	}
	return &Rope{cfg: cfg, id: uuid.NewString(), quit: make(chan struct{})}
}

func (r *Rope) key() string { return "bells:" + r.cfg.Bell + ":rope" }

// Lock takes the bell and keeps it.
func (r *Rope) Lock() error {
	c := r.cfg.Pool.Get()
	defer c.Close()
	_, err := redis.String(c.Do("SET", r.key(), r.id, "PX", r.cfg.TTL.Milliseconds(), "NX"))
	if errors.Is(err, redis.ErrNil) {
		return errRinging
	}
	if err != nil {
		return err
	}
	go r.keep()
	return nil
}

func (r *Rope) keep() {
	t := time.NewTicker(r.cfg.TTL / 3)
	defer t.Stop()
	for {
		select {
		case <-r.quit:
			return
		case <-t.C:
			c := r.cfg.Pool.Get()
			c.Do("PEXPIRE", r.key(), r.cfg.TTL.Milliseconds()) // want nolost
			c.Close()
		}
	}
}

var let = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Unlock lets the rope go.
func (r *Rope) Unlock() error {
	r.once.Do(func() { close(r.quit) })
	c := r.cfg.Pool.Get()
	defer c.Close()
	n, err := redis.Int(let.Do(c, r.key(), r.id)) // ok: compares
	if err == nil && n == 0 {
		err = errRinging
	}
	return err
}
