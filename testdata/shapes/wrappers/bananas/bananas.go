// Package bananas ripens bananas; every command goes through Do.
package bananas

import (
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errRipening = errors.New("room is in use")

// Room has a pool.
type Room struct{ pool *redis.Pool }

// Do runs one command.
func (r *Room) Do(cmd string, args ...any) (any, error) {
	c := r.pool.Get()
	defer c.Close()
	return c.Do(cmd, args...) // maybe plaindel // maybe setnxexpire // maybe nolost
}

// Ripen deletes what it does not compare.
func (r *Room) Ripen(room string, ripen func() error) error {
	ok, err := redis.String(r.Do("SET", "room/"+room, uuid.NewString(), "NX", "EX", 120))
	if err != nil && !errors.Is(err, redis.ErrNil) {
		return err
	}
	if ok != "OK" {
		return errRipening
	}
	defer r.Do("DEL", "room/"+room) // want plaindel
	return ripen()
}

// Gas prolongs by name only.
func (r *Room) Gas(room string, gas func(stop <-chan struct{}) error) error {
	key, me := "gas/"+room, uuid.NewString()
	if _, err := redis.String(r.Do("SET", key, me, "EX", 60, "NX")); err != nil {
		return err
	}
	defer r.Do("EVAL", delIf, 1, key, me) // ok: compares
	quit, lost := make(chan struct{}), make(chan struct{})
	defer close(quit)
	go func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(20 * time.Second):
				if n, err := redis.Int(r.Do("EXPIRE", key, 60)); err != nil || n == 0 { // want nolost
					close(lost)
					return
				}
			}
		}
	}()
	return gas(lost)
}

const (
	delIf = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`
	expIf = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) else return 0 end`
)

// Vent prolongs what it holds.
func (r *Room) Vent(room string, vent func(stop <-chan struct{}) error) error {
	key, me := "vent/"+room, uuid.NewString()
	if _, err := redis.String(r.Do("SET", key, me, "EX", 60, "NX")); err != nil {
		return err
	}
	defer r.Do("EVAL", delIf, 1, key, me) // ok: compares
	quit, lost := make(chan struct{}), make(chan struct{})
	defer close(quit)
	go func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(20 * time.Second):
				if n, err := redis.Int(r.Do("EVAL", expIf, 1, key, me, 60)); err != nil || n == 0 { // ok: its loss ends the work
					close(lost)
					return
				}
			}
		}
	}()
	return vent(lost)
}

// Weigh stores a weight.
func (r *Room) Weigh(room string, grams int) error {
	_, err := r.Do("SET", "weight/"+room, grams, "EX", 60) // ok: data
	return err
}

// Empty deletes a weight.
func (r *Room) Empty(room string) error {
	_, err := r.Do("DEL", "weight/"+room) // ok: data
	return err
}
