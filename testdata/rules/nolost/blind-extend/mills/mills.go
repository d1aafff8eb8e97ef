// Package mills grinds corn.
package mills

import (
	"errors"

	"github.com/gomodule/redigo/redis"
)

var (
	errStolen = errors.New("mill is not ours")
	mine      = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	again     = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

// Mill is a lock on one mill.
type Mill struct {
	pool *redis.Pool
	key  string
	me   string
}

func (m *Mill) Lock() (bool, error) {
	c := m.pool.Get()
	defer c.Close()
	reply, err := c.Do("SET", m.key, m.me, "NX", "EX", 60)
	return reply != nil, err
}

// Extend prolongs the key of whoever has it.
func (m *Mill) Extend() error {
	c := m.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("EXPIRE", m.key, 60)) // want nolost
	if err == nil && n == 0 {
		err = errStolen
	}
	return err
}

// Prolong compares.
func (m *Mill) Prolong() error {
	c := m.pool.Get()
	defer c.Close()
	n, err := redis.Int(again.Do(c, m.key, m.me, 60)) // ok: compares
	if err == nil && n == 0 {
		err = errStolen
	}
	return err
}

func (m *Mill) Unlock() error {
	c := m.pool.Get()
	defer c.Close()
	_, err := mine.Do(c, m.key, m.me)
	return err
}

// Grind grinds sack after sack.
func (m *Mill) Grind(sacks []string, grind func(string) error) error {
	if ok, err := m.Lock(); err != nil || !ok {
		return err
	}
	defer m.Unlock()
	for _, s := range sacks {
		if err := grind(s); err != nil {
			return err
		}
		if err := m.Prolong(); err != nil {
			return err
		}
	}
	return nil
}

// Sift sifts sack after sack.
func (m *Mill) Sift(sacks []string, sift func(string) error) error {
	if ok, err := m.Lock(); err != nil || !ok {
		return err
	}
	defer m.Unlock()
	for _, s := range sacks {
		if err := sift(s); err != nil {
			return err
		}
		if err := m.Extend(); err != nil { // maybe nolost
			return err
		}
	}
	return nil
}
