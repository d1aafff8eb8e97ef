// Package ciders presses cider; replies are looked at by their type.
package ciders

import (
	"errors"
	"fmt"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errPressing = errors.New("press is in use")

// Mill presses.
type Mill struct{ pool *redis.Pool }

// Press switches on the reply's type, and frees what it does not compare.
func (m *Mill) Press(press string, work func() error) error {
	c := m.pool.Get()
	defer c.Close()
	reply, err := c.Do("SET", "press:"+press, uuid.NewString(), "NX", "PX", 30000)
	if err != nil {
		return err
	}
	switch r := reply.(type) {
	case nil:
		return errPressing
	case string:
		if r != "OK" {
			return fmt.Errorf("press %s: %s", press, r)
		}
	default:
		return fmt.Errorf("press %s: %T", press, r)
	}
	defer c.Do("DEL", "press:"+press) // want plaindel
	return work()
}

var cad = redis.NewScript(1, `
local cur = redis.call("GET", KEYS[1])
if not cur then
	return -1
elseif cur ~= ARGV[1] then
	return 0
end
return redis.call("DEL", KEYS[1])`)

// Strain switches on the number that a release returns.
func (m *Mill) Strain(press string, work func() error) (err error) {
	c := m.pool.Get()
	defer c.Close()
	key, me := "strain:"+press, uuid.NewString()
	switch _, err := redis.String(c.Do("SET", key, me, "PX", 30000, "NX")); err {
	case nil:
	case redis.ErrNil:
		return errPressing
	default:
		return err
	}
	defer func() {
		n, cerr := redis.Int(cad.Do(c, key, me)) // ok: compares
		switch {
		case cerr != nil:
			err = errors.Join(err, cerr)
		case n < 0:
			err = errors.Join(err, errors.New("lock ended"))
		case n == 0:
			err = errors.Join(err, errors.New("lock is somebody else's"))
		}
	}()
	return work()
}

// Bottle sets an end in the branch that won.
func (m *Mill) Bottle(press string, work func() error) error {
	c := m.pool.Get()
	defer c.Close()
	key, me := "bottle:"+press, uuid.NewString()
	n, err := redis.Int64(c.Do("SETNX", key, me)) // want setnxexpire
	if err != nil {
		return err
	}
	switch n {
	case 1:
		if _, err := c.Do("PEXPIRE", key, 30000); err != nil {
			return err
		}
	case 0:
		return errPressing
	}
	defer cad.Do(c, key, me) // ok: compares
	return work()
}

// Taste takes any reply for the lock.
func (m *Mill) Taste(press string, work func() error) error {
	c := m.pool.Get()
	defer c.Close()
	key, me := "taste:"+press, uuid.NewString()
	if _, err := c.Do("SET", key, me, "NX", "PX", 30000); err != nil { // want nolost
		return err
	}
	defer cad.Do(c, key, me) // ok: compares
	return work()
}

// Sell asks with a boolean.
func (m *Mill) Sell(press string, work func() error) error {
	c := m.pool.Get()
	defer c.Close()
	key, me := "sell:"+press, uuid.NewString()
	won := false
	switch r, err := c.Do("SET", key, me, "NX", "EX", 30); {
	case err != nil:
		return err
	default:
		won = r != nil
	}
	if won {
		defer cad.Do(c, key, me) // ok: compares
		return work()
	}
	return errPressing
}

// Cork sets value and end at once, in the branch that is asked for.
func (m *Mill) Cork(press string, patient bool, work func() error) error {
	c := m.pool.Get()
	defer c.Close()
	key, me := "cork:"+press, uuid.NewString()
	args := redis.Args{}.Add(key, me, "NX")
	if patient {
		args = args.Add("EX", 300)
	} else {
		args = args.Add("EX", 30)
	}
	switch r, err := redis.String(c.Do("SET", args...)); { // ok: an end in either branch
	case errors.Is(err, redis.ErrNil):
		return errPressing
	case err != nil:
		return err
	case r != "OK":
		return errors.New(r)
	}
	defer cad.Do(c, key, me) // ok: compares
	return work()
}
