// Package provide provides claims.
package provide

import (
	"context"
	"time"

	"github.com/redis/rueidis"
)

// Claims are exclusive.
type Claims interface {
	Claim(ctx context.Context, name, who string, ttl time.Duration) (bool, error)
	Yield(ctx context.Context, name, who string) error
	Evict(ctx context.Context, name string) error
}

type claims struct {
	rueidis.Client
	same *rueidis.Lua
}

// NewClaims is a provider.
func NewClaims(c rueidis.Client) Claims {
	return &claims{c, rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)}
}

// NewClient is a provider.
func NewClient(addr string) (rueidis.Client, error) {
	return rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{addr}})
}

func (c *claims) Claim(ctx context.Context, name, who string, ttl time.Duration) (bool, error) {
	err := c.Do(ctx, c.B().Set().Key("claim:"+name).Value(who).Nx().Px(ttl).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return err == nil, err
}

func (c *claims) Yield(ctx context.Context, name, who string) error {
	return c.same.Exec(ctx, c, []string{"claim:" + name}, []string{who}).Error() // ok: compares
}

func (c *claims) Evict(ctx context.Context, name string) error {
	return c.Do(ctx, c.B().Del().Key("claim:"+name).Build()).Error() // want plaindel
}
