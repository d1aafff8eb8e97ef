// Package container is the service container.
package container

import (
	"strconv"
	"sync/atomic"
	"time"

	"example.test/shapes/foreignclient/wharfs/cache"
)

// Release compares and deletes.
const Release = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Container has the services.
type Container struct {
	cache  *cache.Cache
	tokens Tokens
}

// Tokens counts.
type Tokens struct{ n atomic.Int64 }

// Next is the next one.
func (t *Tokens) Next() string {
	return strconv.FormatInt(time.Now().UnixNano(), 36) + "." + strconv.FormatInt(t.n.Add(1), 36)
}

var def = &Container{cache: cache.New("localhost:6379")}

// Default is the only one.
func Default() *Container { return def }

// Cache is the cache.
func (c *Container) Cache() *cache.Cache { return c.cache }

// Tokens makes tokens.
func (c *Container) Tokens() *Tokens { return &c.tokens }
