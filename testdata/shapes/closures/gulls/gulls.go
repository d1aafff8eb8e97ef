// Package gulls rings gulls; captured variables carry key and owner.
package gulls

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log"
	"time"

	"github.com/gomodule/redigo/redis"
)

var errRinged = errors.New("gull is being ringed")

// Station rings.
type Station struct{ pool *redis.Pool }

func owner() string {
	b := make([]byte, 10)
	if _, err := rand.Read(b); err != nil {
		panic(err)
	}
	return hex.EncodeToString(b)
}

// Ring compares in its own process, and deletes afterwards.
func (s *Station) Ring(gull string, ring func() error) error {
	key, me := "gull-"+gull, owner()
	do := func(cmd string, args ...any) (any, error) {
		c := s.pool.Get()
		defer c.Close()
		return c.Do(cmd, args...) // maybe plaindel
	}
	rep, err := do("SET", key, me, "NX", "EX", 20)
	if err != nil {
		return err
	}
	if rep == nil {
		return errRinged
	}
	defer func() {
		cur, err := redis.String(do("GET", key))
		if err == nil && cur == me {
			_, err = do("DEL", key) // want plaindel
		}
		if err != nil {
			log.Print(err)
		}
	}()
	return ring()
}

var cad = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Weigh compares where the key is.
func (s *Station) Weigh(gull string, weigh func() error) error {
	key, me := "gull-"+gull+"-weigh", owner()
	conn := s.pool.Get()
	defer conn.Close()
	if rep, err := conn.Do("SET", key, me, "NX", "EX", 20); err != nil {
		return err
	} else if rep == nil {
		return errRinged
	}
	free := func() {
		if _, err := cad.Do(conn, key, me); err != nil { // ok: compares
			log.Print(err)
		}
	}
	defer free()
	return weigh()
}

// Watch watches the key, and deletes in the transaction.
func (s *Station) Watch(gull string, watch func() error) error {
	key, me := "gull-"+gull+"-watch", owner()
	conn := s.pool.Get()
	defer conn.Close()
	if rep, err := conn.Do("SET", key, me, "NX", "EX", 20); err != nil {
		return err
	} else if rep == nil {
		return errRinged
	}
	defer func() {
		if _, err := conn.Do("WATCH", key); err != nil {
			return
		}
		if cur, err := redis.String(conn.Do("GET", key)); err != nil || cur != me {
			_, _ = conn.Do("UNWATCH")
			return
		}
		_ = conn.Send("MULTI")
		_ = conn.Send("DEL", key) // ok: WATCH and MULTI
		_, _ = conn.Do("EXEC")
	}()
	return watch()
}

// Spot sets and ends a note in two commands, in a closure.
func (s *Station) Spot(gull string) error {
	conn := s.pool.Get()
	defer conn.Close()
	note := func(k string) error {
		n, err := redis.Int(conn.Do("SETNX", k, time.Now().Unix())) // want setnxexpire
		if err != nil || n == 0 {
			return err
		}
		_, err = conn.Do("EXPIRE", k, int(time.Hour/time.Second))
		return err
	}
	return note("spotted-" + gull)
}

// Feed sets and ends a note in one.
func (s *Station) Feed(gull string) error {
	conn := s.pool.Get()
	defer conn.Close()
	note := func(k string) error {
		_, err := conn.Do("SET", k, time.Now().Unix(), "NX", "EX", 3600) // ok: one command
		return err
	}
	return note("fed-" + gull)
}
