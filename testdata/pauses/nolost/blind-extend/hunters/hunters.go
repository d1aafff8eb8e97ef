// Package hunters hunts in one forest at a time.
package hunters

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errForest = errors.New("hunters: the forest is somebody else's")

var (
	again = redis.NewScript(1, `
local owner = redis.call("GET", KEYS[1])
if owner ~= ARGV[1] then
	return 0
end
return redis.call("EXPIRE", KEYS[1], ARGV[2])`)
	leave = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

const term = int(time.Minute / time.Second)

// permit is the right to hunt in a forest for a minute.
type permit struct {
	pool   *redis.Pool
	forest string
	owner  string
}

func (p *permit) get(ctx context.Context) error {
	c := p.pool.Get()
	defer c.Close()
	_, err := redis.String(redis.DoContext(c, ctx, "SET", p.forest, p.owner, "NX", "EX", term))
	if errors.Is(err, redis.ErrNil) {
		return errForest
	}
	return err
}

func (p *permit) renew(ctx context.Context) error {
	c := p.pool.Get()
	defer c.Close()
	n, err := redis.Int(again.DoContext(ctx, c, p.forest, p.owner, term))
	if err == nil && n == 0 {
		err = errForest
	}
	return err
}

func (p *permit) end() error {
	c := p.pool.Get()
	defer c.Close()
	_, err := leave.Do(c, p.forest, p.owner)
	return err
}

// Hunt hunts until the day ends, and renews the permit after each animal.
func Hunt(ctx context.Context, pool *redis.Pool, forest string, hunt func(context.Context) (more bool, err error)) error {
	p := &permit{pool: pool, forest: "forest:" + forest, owner: uuid.NewString()}
	if err := p.get(ctx); err != nil {
		return err
	}
	defer p.end()
	for {
		more, err := hunt(ctx)
		if err != nil || !more {
			return err
		}
		if err := p.renew(ctx); err != nil {
			return err
		}
	}
}
