// Package gates opens the gates of a dam.
package gates

import (
	"context"
	"errors"

	"github.com/hashicorp/consul/api"
	"github.com/redis/rueidis"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

type Dam struct {
	store  *redis.Redis
	consul *api.Client
	rc     rueidis.Client
}

// Open looks at the error only; a held lock is (false, nil).
func (d *Dam) Open(ctx context.Context, gate string, open func(context.Context) error) error {
	l := redis.NewRedisLock(d.store, "gate:"+gate)
	l.SetExpire(30)
	if _, err := l.AcquireCtx(ctx); err != nil { // want nolost
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return open(ctx)
}

// Shut looks at both.
func (d *Dam) Shut(ctx context.Context, gate string, shut func(context.Context) error) error {
	l := redis.NewRedisLock(d.store, "shut:"+gate)
	l.SetExpire(30)
	ok, err := l.AcquireCtx(ctx) // ok: both are looked at
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("gate is moving")
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return shut(ctx)
}

// Vent takes a nil channel for the lock.
func (d *Dam) Vent(ctx context.Context, gate string, vent func(context.Context) error) error {
	l, err := d.consul.LockOpts(&api.LockOptions{Key: "vents/" + gate, LockTryOnce: true})
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx.Done()) // want nolost
	if err != nil {
		return err
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return vent(ctx)
}

// Flush looks whether the channel is there.
func (d *Dam) Flush(ctx context.Context, gate string, flush func(context.Context) error) error {
	l, err := d.consul.LockOpts(&api.LockOptions{Key: "flush/" + gate, LockTryOnce: true})
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx.Done()) // ok: nil is looked at
	if err != nil || lost == nil {
		return err
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return flush(ctx)
}

var mine = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Raise does not look at the reply.
func (d *Dam) Raise(ctx context.Context, gate, me string, raise func(context.Context) error) error {
	key := "raise:" + gate
	d.rc.Do(ctx, d.rc.B().Set().Key(key).Value(me).Nx().ExSeconds(60).Build()) // want nolost
	defer mine.Exec(context.WithoutCancel(ctx), d.rc, []string{key}, []string{me})
	return raise(ctx)
}

// Lower looks at the reply; nil is an error of its own.
func (d *Dam) Lower(ctx context.Context, gate, me string, lower func(context.Context) error) error {
	key := "lower:" + gate
	if err := d.rc.Do(ctx, d.rc.B().Set().Key(key).Value(me).Nx().ExSeconds(60).Build()).Error(); err != nil { // ok: nil is an error
		return err
	}
	defer mine.Exec(context.WithoutCancel(ctx), d.rc, []string{key}, []string{me})
	return lower(ctx)
}
