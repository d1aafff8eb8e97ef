package bells

import (
	"errors"
	"sync"
	"time"

	"github.com/gomodule/redigo/redis"
)

var hold = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)

// Chime is a lock that tells when it is lost.
type Chime struct {
	pool *redis.Pool
	name string
	id   string
	lost chan struct{}
	quit chan struct{}
	once sync.Once
}

// Try takes the chime.
func Try(pool *redis.Pool, name, id string) (*Chime, error) {
	ch := &Chime{pool: pool, name: "chimes:" + name, id: id, lost: make(chan struct{}), quit: make(chan struct{})}
	c := pool.Get()
	defer c.Close()
	if _, err := redis.String(c.Do("SET", ch.name, ch.id, "NX", "EX", 30)); err != nil {
		return nil, err
	}
	go ch.keep()
	return ch, nil
}

func (ch *Chime) extend() error {
	c := ch.pool.Get()
	defer c.Close()
	n, err := redis.Int(hold.Do(c, ch.name, ch.id, 30_000)) // ok: its caller closes lost
	if err == nil && n == 0 {
		err = errors.New("chime is gone")
	}
	return err
}

func (ch *Chime) keep() {
	t := time.NewTicker(9 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ch.quit:
			return
		case <-t.C:
			if err := ch.extend(); err != nil {
				close(ch.lost)
				return
			}
		}
	}
}

// Lost is closed when the chime is no longer ours.
func (ch *Chime) Lost() <-chan struct{} { return ch.lost }

// Release lets the chime go.
func (ch *Chime) Release() error {
	ch.once.Do(func() { close(ch.quit) })
	c := ch.pool.Get()
	defer c.Close()
	_, err := let.Do(c, ch.name, ch.id) // ok: compares
	return err
}

// Forget drops the melody that is cached.
func (ch *Chime) Forget() error {
	c := ch.pool.Get()
	defer c.Close()
	_, err := c.Do("DEL", ch.name+":melody") // ok: data
	return err
}
