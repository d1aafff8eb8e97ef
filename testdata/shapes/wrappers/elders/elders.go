// Package elders cooks elderberries through two wrappers.
package elders

import (
	"errors"
	"time"

	"example.test/shapes/wrappers/elders/cache"
)

var errCooking = errors.New("pot is on the stove")

// Kitchen cooks.
type Kitchen struct {
	c  *cache.Cache
	me func() string
}

// Cook deletes what it does not compare.
func (k *Kitchen) Cook(pot string, cook func() error) error {
	if ok, err := k.c.Put("pot-"+pot, k.me(), cache.IfAbsent(), cache.For(time.Minute)); err != nil {
		return err
	} else if !ok {
		return errCooking
	}
	defer k.c.Drop("pot-" + pot) // want plaindel
	return cook()
}

// Stir never ends: no option sets a TTL.
func (k *Kitchen) Stir(pot string, stir func() error) error {
	me := k.me()
	ok, err := k.c.Put("stir-"+pot, me, cache.IfAbsent()) // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errCooking
	}
	defer k.c.DropIf("stir-"+pot, me) // ok: compares
	return stir()
}

// Strain is right.
func (k *Kitchen) Strain(pot string, strain func() error) error {
	me := k.me()
	ok, err := k.c.Put("strain-"+pot, me, cache.For(time.Minute), cache.IfAbsent())
	if err != nil {
		return err
	}
	if !ok {
		return errCooking
	}
	defer k.c.DropIf("strain-"+pot, me) // ok: compares
	return strain()
}

// Label stores a label.
func (k *Kitchen) Label(pot, label string) error {
	_, err := k.c.Put("label-"+pot, label) // ok: overwrites
	return err
}

// Unlabel drops a label.
func (k *Kitchen) Unlabel(pot string) error { return k.c.Drop("label-" + pot) } // ok: data
