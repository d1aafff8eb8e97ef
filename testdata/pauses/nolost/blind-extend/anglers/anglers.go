// Package anglers fishes in one pond at a time.
package anglers

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errPond = errors.New("anglers: the pond is somebody else's")

var leave = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// permit is the right to fish in a pond for a minute.
type permit struct {
	pool  *redis.Pool
	pond  string
	owner string
}

func (p *permit) get(ctx context.Context) error {
	c := p.pool.Get()
	defer c.Close()
	_, err := redis.String(redis.DoContext(c, ctx, "SET", p.pond, p.owner, "NX", "EX", 60))
	if errors.Is(err, redis.ErrNil) {
		return errPond
	}
	return err
}

func (p *permit) renew(ctx context.Context) error {
	c := p.pool.Get()
	defer c.Close()
	owner, err := redis.String(redis.DoContext(c, ctx, "GET", p.pond))
	if err != nil {
		return fmt.Errorf("%s: %w", p.pond, err)
	}
	if owner != p.owner {
		return errPond
	}
	_, err = redis.DoContext(c, ctx, "EXPIRE", p.pond, 60) // want nolost
	return err
}

func (p *permit) end() error {
	c := p.pool.Get()
	defer c.Close()
	_, err := leave.Do(c, p.pond, p.owner)
	return err
}

// Fish fishes until the pond is empty, and renews the permit after each fish.
func Fish(ctx context.Context, pool *redis.Pool, pond string, fish func(context.Context) (more bool, err error)) error {
	p := &permit{pool: pool, pond: "pond:" + pond, owner: uuid.NewString()}
	if err := p.get(ctx); err != nil {
		return err
	}
	defer p.end()
	for {
		more, err := fish(ctx)
		if err != nil || !more {
			return err
		}
		if err := p.renew(ctx); err != nil {
			return err
		}
	}
}
