// Package tubs heats tubs; it never sees the pool's package.
package tubs

import (
	"errors"
	"fmt"

	"example.test/shapes/foreignclient/tubs/infra"
)

var errHot = errors.New("tub is being heated")

// Heat frees the tub whoever heats it.
func Heat(tub int, heat func() error) error {
	c := infra.R.Conn()
	defer c.Close()
	key := fmt.Sprintf("tub-%04d-heat", tub)
	rep, err := c.Do("SET", key, infra.R.Tag(), "NX", "EX", 60)
	if err != nil {
		return err
	}
	if rep == nil {
		return errHot
	}
	defer c.Do("DEL", key) // want plaindel
	return heat()
}

// Boil gives the key its end in a second command.
func Boil(tub int, boil func() error) error {
	c := infra.R.Get()
	defer c.Close()
	key, tag := fmt.Sprintf("tub-%04d-boil", tub), infra.R.Tag()
	n, err := c.Do("SETNX", key, tag) // want setnxexpire
	if err != nil {
		return err
	}
	if n.(int64) == 0 {
		return errHot
	}
	if _, err := c.Do("EXPIRE", key, 60); err != nil {
		return err
	}
	defer c.Do("EVAL", infra.DelIf, 1, key, tag) // ok: compares
	return boil()
}

// Cool is right.
func Cool(tub int, cool func() error) error {
	c := infra.R.Get()
	defer c.Close()
	key, tag := fmt.Sprintf("tub-%04d-cool", tub), infra.R.Tag()
	rep, err := c.Do("SET", key, tag, "EX", 60, "NX")
	if err != nil {
		return err
	}
	if rep == nil {
		return errHot
	}
	defer c.Do("EVAL", infra.DelIf, 1, key, tag) // ok: compares
	return cool()
}

// Measure caches a temperature.
func Measure(tub, degrees int) error {
	c := infra.R.Get()
	defer c.Close()
	_, err := c.Do("SET", fmt.Sprintf("tub-%04d-degrees", tub), degrees, "EX", 5) // ok: a cache entry
	return err
}

// Drain deletes a temperature.
func Drain(tub int) error {
	c := infra.R.Get()
	defer c.Close()
	_, err := c.Do("DEL", fmt.Sprintf("tub-%04d-degrees", tub)) // ok: a cache entry
	return err
}
