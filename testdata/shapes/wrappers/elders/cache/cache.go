// Package cache caches.
package cache

import (
	"time"

	"example.test/shapes/wrappers/elders/store"
)

type options struct {
	absent bool
	ttl    time.Duration
}

// Option changes a Put.
type Option func(*options)

// IfAbsent keeps what is there.
func IfAbsent() Option { return func(o *options) { o.absent = true } }

// For sets the end.
func For(d time.Duration) Option { return func(o *options) { o.ttl = d } }

// Cache caches.
type Cache struct{ s store.Store }

// New makes a cache.
func New(s store.Store) *Cache { return &Cache{s} }

// Put stores.
func (c *Cache) Put(k, v string, opts ...Option) (bool, error) {
	var o options
	for _, f := range opts {
		f(&o)
	}
	if o.absent {
		return c.s.Add(k, v, o.ttl) // maybe setnxexpire
	}
	return true, c.s.Put(k, v, o.ttl)
}

// Drop drops.
func (c *Cache) Drop(k string) error { return c.s.Del(k) } // maybe plaindel

// DropIf drops what equals v.
func (c *Cache) DropIf(k, v string) error { return c.s.Cad(k, v) }
