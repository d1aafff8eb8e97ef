// Package wharfs books wharfs; the client comes out of a container by a chain of calls.
package wharfs

import (
	"errors"
	"time"

	"example.test/shapes/foreignclient/wharfs/container"
)

var errBooked = errors.New("wharf is being booked")

func busy(wharf string) string { return "wharf:" + wharf + ":busy" }

// Book clears what another holder may have.
func Book(wharf string, book func() error) error {
	if container.Default().Cache().Raw().TTL(busy(wharf)).Val() < 0 {
		container.Default().Cache().Raw().Del(busy(wharf)) // want plaindel
	}
	me := container.Default().Tokens().Next()
	ok, err := container.Default().Cache().Raw().SetNX(busy(wharf), me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBooked
	}
	defer container.Default().Cache().Raw().Eval(container.Release, []string{busy(wharf)}, me) // ok: compares
	return book()
}

// Quit frees a wharf from outside.
func Quit(wharf string) error {
	return container.Default().Cache().Raw().Del(busy(wharf)).Err() // want plaindel
}

// Visit counts visitors.
func Visit(wharf string) (int64, error) {
	raw := container.Default().Cache().Raw()
	raw.SetNX("wharf:"+wharf+":visits", 0, 0) // ok: a counter's seed
	return raw.Incr("wharf:" + wharf + ":visits").Result()
}

// Reset resets the visitors.
func Reset(wharf string) error {
	return container.Default().Cache().Raw().Del("wharf:" + wharf + ":visits").Err() // ok: a counter
}

// Hail answers each call once.
func Hail(call string) bool {
	return container.Default().Cache().Raw().SetNX("hail:"+call, 1, time.Hour).Val() // ok: a dedupe mark
}
