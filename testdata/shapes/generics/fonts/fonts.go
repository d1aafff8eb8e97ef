// Package fonts casts fonts; helpers are generic over options and replies.
package fonts

import (
	"errors"
	"fmt"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errCasting = errors.New("font is being cast")

// Foundry casts.
type Foundry struct{ pool *redis.Pool }

// call runs a command and converts its reply.
func call[T any](f *Foundry, conv func(any, error) (T, error), cmd string, args ...any) (T, error) {
	c := f.pool.Get()
	defer c.Close()
	return conv(c.Do(cmd, args...)) // maybe plaindel // maybe setnxexpire // maybe nolost
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Cast deletes what it does not compare.
func (f *Foundry) Cast(font string, cast func() error) error {
	key := fmt.Sprintf("font:%q", font)
	if _, err := call(f, redis.String, "SET", key, must(uuid.NewRandom()).String(), "NX", "PX", 15000); errors.Is(err, redis.ErrNil) {
		return errCasting
	} else if err != nil {
		return err
	}
	defer call(f, redis.Int, "DEL", key) // want plaindel
	return cast()
}

// Cut sets the end in a second command.
func (f *Foundry) Cut(font string, cut func() error) error {
	key, me := fmt.Sprintf("cut:%q", font), must(uuid.NewRandom()).String()
	n, err := call(f, redis.Int, "SETNX", key, me) // want setnxexpire
	if err != nil {
		return err
	}
	if n == 0 {
		return errCasting
	}
	if _, err := call(f, redis.Int, "PEXPIRE", key, int((15 * time.Second).Milliseconds())); err != nil {
		return err
	}
	defer call(f, redis.Int, "EVAL", cad, 1, key, me) // ok: compares
	return cut()
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Set is right.
func (f *Foundry) Set(font string, set func() error) error {
	key, me := fmt.Sprintf("set:%q", font), must(uuid.NewRandom()).String()
	_, err := call(f, redis.String, "SET", key, me, "PX", 15000, "NX")
	if errors.Is(err, redis.ErrNil) {
		return errCasting
	}
	if err != nil {
		return err
	}
	defer call(f, redis.Int, "EVAL", cad, 1, key, me) // ok: compares
	return set()
}

// Sizes caches numbers.
func (f *Foundry) Sizes(font string, n int) error {
	_, err := call(f, redis.String, "SET", "sizes:"+font, n, "EX", 60) // ok: a cache entry
	return err
}

// Melt drops what is cached.
func (f *Foundry) Melt(font string) (bool, error) {
	return call(f, redis.Bool, "DEL", "sizes:"+font) // ok: a cache entry
}

// First keeps the first name for ever.
func (f *Foundry) First(font, name string) (bool, error) {
	return call(f, redis.Bool, "SETNX", "name:"+font, name) // ok: a record
}
