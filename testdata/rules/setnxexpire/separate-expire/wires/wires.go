// Package wires pays wires out of a queue.
package wires

import (
	"time"

	"github.com/go-redis/redis"
)

// Marks is what this package needs of Redis.
type Marks interface {
	SetNX(key string, value interface{}, expiration time.Duration) *redis.BoolCmd
	Expire(key string, expiration time.Duration) *redis.BoolCmd
}

type Desk struct{ marks Marks }

func New(c *redis.Client) *Desk { return &Desk{marks: c} }

// First reports whether the wire is seen for the first time.
func (d *Desk) First(wire string) bool {
	if !d.marks.SetNX("wire:"+wire, 1, 0).Val() { // want setnxexpire
		return false
	}
	d.marks.Expire("wire:"+wire, 72*time.Hour)
	return true
}

// FirstOfDay reports whether a customer sends the first wire of the day.
func (d *Desk) FirstOfDay(customer string) bool {
	return d.marks.SetNX("wire-day:"+customer, 1, 24*time.Hour).Val() // ok: one command
}

// Touch keeps the customer's basket.
func (d *Desk) Touch(customer string) bool {
	return d.marks.Expire("basket:"+customer, time.Hour).Val() // ok: nothing set here
}
