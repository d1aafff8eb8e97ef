// Package cache wraps the client.
package cache

import "github.com/go-redis/redis"

// Cache is the cache.
type Cache struct{ c *redis.Client }

// New connects.
func New(addr string) *Cache { return &Cache{redis.NewClient(&redis.Options{Addr: addr})} }

// Raw is the client itself.
func (c *Cache) Raw() *redis.Client { return c.c }
