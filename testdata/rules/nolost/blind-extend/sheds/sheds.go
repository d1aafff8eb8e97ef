// Package sheds paints sheds.
package sheds

import (
	"context"
	"errors"

	"github.com/redis/rueidis"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

const (
	freeMine = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`
	keepMine = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) else return 0 end`
)

type Painter struct {
	store *redis.Redis
	rc    rueidis.Client
}

// Paint prolongs before each coat.
func (p *Painter) Paint(ctx context.Context, shed, me string, coats []func(context.Context) error) error {
	key := "shed:" + shed
	ok, err := p.store.SetnxExCtx(ctx, key, me, 120)
	if err != nil || !ok {
		return err
	}
	defer p.store.EvalCtx(context.WithoutCancel(ctx), freeMine, []string{key}, me)
	for _, coat := range coats {
		if err := p.store.ExpireCtx(ctx, key, 120); err != nil { // want nolost
			return err
		}
		if err := coat(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Varnish compares before each coat.
func (p *Painter) Varnish(ctx context.Context, shed, me string, coats []func(context.Context) error) error {
	key := "shed:varnish:" + shed
	ok, err := p.store.SetnxExCtx(ctx, key, me, 120)
	if err != nil || !ok {
		return err
	}
	defer p.store.EvalCtx(context.WithoutCancel(ctx), freeMine, []string{key}, me)
	for _, coat := range coats {
		n, err := p.store.EvalCtx(ctx, keepMine, []string{key}, me, 120) // ok: compares
		if err != nil || n != int64(1) {
			return errors.Join(errors.New("shed lock lost"), err)
		}
		if err := coat(ctx); err != nil {
			return err
		}
	}
	return nil
}

var drop = rueidis.NewLuaScript(freeMine)

// Prime prolongs before each coat.
func (p *Painter) Prime(ctx context.Context, shed, me string, coats []func(context.Context) error) error {
	key := "shed:prime:" + shed
	if err := p.rc.Do(ctx, p.rc.B().Set().Key(key).Value(me).Nx().ExSeconds(90).Build()).Error(); err != nil {
		return err
	}
	defer drop.Exec(context.WithoutCancel(ctx), p.rc, []string{key}, []string{me})
	for _, coat := range coats {
		n, err := p.rc.Do(ctx, p.rc.B().Expire().Key(key).Seconds(90).Build()).AsInt64() // want nolost
		if err != nil || n == 0 {
			return errors.Join(errors.New("shed lock lost"), err)
		}
		if err := coat(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Photo keeps a photo for another day.
func (p *Painter) Photo(ctx context.Context, shed string) error {
	return p.store.ExpireCtx(ctx, "photo:"+shed, 86400) // ok: data
}
