// Package hats renews and ignores what is no lock.
package hats

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errWorn = errors.New("hat is worn")

// Rack has hats.
type Rack struct{ c redis.Cmdable }

// Touch prolongs a visitor's session with every request.
func (r *Rack) Touch(ctx context.Context, sid string) {
	r.c.Expire(ctx, "visit:"+sid, 30*time.Minute) // ok: a session of a user
}

// Alive says every five seconds that this node lives.
func (r *Rack) Alive(ctx context.Context, node string) {
	t := time.NewTicker(5 * time.Second)
	defer t.Stop()
	for {
		r.c.Set(ctx, "alive:"+node, time.Now().Unix(), 15*time.Second) // ok: a heartbeat
		select {
		case <-ctx.Done():
			r.c.Del(context.WithoutCancel(ctx), "alive:"+node) // ok: a heartbeat
			return
		case <-t.C:
		}
	}
}

// Hot prolongs cache entries that are read often.
func (r *Rack) Hot(ctx context.Context, keys []string) {
	for range time.Tick(time.Minute) {
		if ctx.Err() != nil {
			return
		}
		for _, k := range keys {
			r.c.Expire(ctx, "hat:"+k, 5*time.Minute) // ok: cache entries
		}
	}
}

// First remembers who saw a hat first; who is second does not matter.
func (r *Rack) First(ctx context.Context, hat, who string) {
	r.c.SetNX(ctx, "first:"+hat, who, 0) // ok: a record
}

// Price fills a cache entry and goes on, whoever filled it.
func (r *Rack) Price(ctx context.Context, hat string, ask func() (int, error)) (int, error) {
	p, err := ask()
	if err != nil {
		return 0, err
	}
	_ = r.c.SetNX(ctx, "price:"+hat, p, time.Minute) // ok: a cache fill
	return p, nil
}

const (
	cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`
	ext = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`
)

// Wear lets one head at a time wear a hat, and does not hear when it is taken off.
func (r *Rack) Wear(ctx context.Context, hat string, wear func(context.Context) error) error {
	key, me := "wear:"+hat, uuid.NewString()
	ok, err := r.c.SetNX(ctx, key, me, 30*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWorn
	}
	defer r.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	beat, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for beat.Err() == nil {
			time.Sleep(10 * time.Second)
			r.c.Eval(beat, ext, []string{key}, me, 30000) // want nolost
		}
	}()
	return wear(ctx)
}

// Try does not look whether it got the hat.
func (r *Rack) Try(ctx context.Context, hat string, try func(context.Context) error) error {
	key, me := "try:"+hat, uuid.NewString()
	r.c.SetNX(ctx, key, me, 30*time.Second)                            // want nolost
	defer r.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	return try(ctx)
}
