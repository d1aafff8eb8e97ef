// Package env is the environment.
package env

import (
	"strings"

	"github.com/google/uuid"

	"example.test/shapes/foreignclient/sails/kv"
)

// DelIf and ExpireIf compare.
const (
	DelIf    = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
	ExpireIf = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`
)

// Env is the environment.
type Env struct {
	kv     *kv.Client
	prefix string
}

// New makes an environment.
func New(c *kv.Client, prefix string) *Env { return &Env{c, prefix} }

// KV is the client.
func (e *Env) KV() *kv.Client { return e.kv }

// Key names a key.
func (e *Env) Key(parts ...string) string {
	return strings.Join(append([]string{e.prefix}, parts...), "|")
}

// ID makes an id.
func (*Env) ID() string { return uuid.NewString() }
