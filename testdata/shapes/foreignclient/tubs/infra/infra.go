// Package infra has the infrastructure.
package infra

import (
	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

// DelIf compares and deletes.
const DelIf = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Redis embeds the pool.
type Redis struct{ *redis.Pool }

// Conn is a connection.
func (r *Redis) Conn() redis.Conn { return r.Pool.Get() }

// Tag makes a tag.
func (*Redis) Tag() string { return uuid.NewString() }

// R is the Redis of the project.
var R = &Redis{&redis.Pool{Dial: func() (redis.Conn, error) { return redis.Dial("tcp", ":6379") }}}
