// Package engines runs engines; its client is wired in main only, so that names and shapes must do.
package engines

import (
	"context"
	"errors"
	"time"
)

var errRunning = errors.New("engine runs")

// KV is some client.
type KV interface {
	SetNX(ctx context.Context, key string, value any, ttl time.Duration) (bool, error)
	Del(ctx context.Context, keys ...string) (int64, error)
	Expire(ctx context.Context, key string, ttl time.Duration) (bool, error)
	Eval(ctx context.Context, script string, keys []string, args ...any) (any, error)
}

// Engine runs.
type Engine struct {
	kv    KV
	newID func() string
}

// New makes an engine.
func New(kv KV, newID func() string) *Engine { return &Engine{kv, newID} }

// Start deletes what it does not compare.
func (e *Engine) Start(ctx context.Context, name string, run func(context.Context) error) error {
	lockKey := "engine:lock:" + name
	ok, err := e.kv.SetNX(ctx, lockKey, e.newID(), time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errRunning
	}
	defer e.kv.Del(context.WithoutCancel(ctx), lockKey) // want plaindel
	return run(ctx)
}

// Choke gives the key its end later.
func (e *Engine) Choke(ctx context.Context, name string, run func(context.Context) error) error {
	lockKey, me := "engine:choke:lock:"+name, e.newID()
	ok, err := e.kv.SetNX(ctx, lockKey, me, 0) // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errRunning
	}
	if _, err := e.kv.Expire(ctx, lockKey, time.Minute); err != nil {
		return err
	}
	defer e.kv.Eval(context.WithoutCancel(ctx), same, []string{lockKey}, me) // ok: compares
	return run(ctx)
}

const same = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Idle is right.
func (e *Engine) Idle(ctx context.Context, name string, run func(context.Context) error) error {
	lockKey, me := "engine:idle:lock:"+name, e.newID()
	ok, err := e.kv.SetNX(ctx, lockKey, me, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errRunning
	}
	defer e.kv.Eval(context.WithoutCancel(ctx), same, []string{lockKey}, me) // ok: compares
	return run(ctx)
}

// Backfire is reported once an hour.
func (e *Engine) Backfire(ctx context.Context, name string, report func()) error {
	ok, err := e.kv.SetNX(ctx, "engine:backfire:"+name, 1, time.Hour) // ok: a cool-down
	if err == nil && ok {
		report()
	}
	return err
}

// Forget drops the gauges.
func (e *Engine) Forget(ctx context.Context, name string) error {
	_, err := e.kv.Del(ctx, "engine:rpm:"+name, "engine:oil:"+name) // ok: data
	return err
}
