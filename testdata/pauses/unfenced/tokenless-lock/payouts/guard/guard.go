// Package guard runs functions one at a time across processes.
package guard

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ErrBusy says that another process is at it.
var ErrBusy = errors.New("guard: busy")

var free = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Guard is a lock by name.
type Guard struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

// New returns a guard whose locks live for ttl.
func New(rdb redis.UniversalClient, ttl time.Duration) *Guard {
	return &Guard{rdb: rdb, ttl: ttl}
}

// WithLock runs fn while name is locked.
func (g *Guard) WithLock(ctx context.Context, name string, fn func(context.Context) error) error {
	key, owner := "guard:"+name, uuid.NewString()
	ok, err := g.rdb.SetNX(ctx, key, owner, g.ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer free.Run(context.WithoutCancel(ctx), g.rdb, []string{key}, owner)
	ctx, cancel := context.WithTimeout(ctx, g.ttl/2)
	defer cancel()
	return fn(ctx)
}
