// Package svc has the service context.
package svc

import (
	"github.com/google/uuid"
	"github.com/zeromicro/go-zero/core/logx"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Unlock deletes a key that holds a value.
const Unlock = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Context is the service context.
type Context struct{ Store *redis.Redis }

// NewContext connects.
func NewContext(c redis.RedisConf) *Context { return &Context{redis.MustNewRedis(c)} }

// NewID makes an id.
func (*Context) NewID() string { return uuid.NewString() }

// Warn logs.
func (*Context) Warn(err error) { logx.Error(err) }

// Lock makes a lock.
func (c *Context) Lock(key string, seconds int) *redis.RedisLock {
	l := redis.NewRedisLock(c.Store, key)
	l.SetExpire(seconds)
	return l
}
