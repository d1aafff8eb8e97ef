// Package tents pitches tents behind an interface of its own.
package tents

import (
	"time"

	"github.com/go-redis/redis"
)

// KV is a small key-value store.
type KV interface {
	SetNX(key string, value interface{}, expiration time.Duration) *redis.BoolCmd
	Get(key string) *redis.StringCmd
	Del(keys ...string) *redis.IntCmd
	Eval(script string, keys []string, args ...interface{}) *redis.Cmd
}

var _ KV = (*redis.Client)(nil)

type Camp struct {
	kv    KV
	nonce string
}

func (c *Camp) Pitch(site string) bool {
	return c.kv.SetNX("site:"+site, c.nonce, time.Hour).Val()
}

func (c *Camp) mine(site string) bool { return c.kv.Get("site:"+site).Val() == c.nonce }

// Strike frees the site.
func (c *Camp) Strike(site string) {
	if c.mine(site) {
		c.kv.Del("site:" + site) // want plaindel
	}
}

// Fold frees the site in one step.
func (c *Camp) Fold(site string) error {
	return c.kv.Eval(`
		local holder = redis.call('get', KEYS[1])
		if not holder or holder ~= ARGV[1] then
			return 0
		end
		redis.call('del', KEYS[1])
		return 1`, []string{"site:" + site}, c.nonce).Err() // ok: compares
}
