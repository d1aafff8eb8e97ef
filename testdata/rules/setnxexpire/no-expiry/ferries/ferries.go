// Package ferries boards ferries.
package ferries

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	errBoarding = errors.New("ferry is boarding")
	letGo       = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
	grabOnly    = redis.NewScript(`return redis.call('SETNX', KEYS[1], ARGV[1])`)
	grabBound   = redis.NewScript(`return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])`)
)

type Pier struct{ rdb *redis.Client }

// Board lets one ferry board.
func (p *Pier) Board(ctx context.Context, ferry string, board func(context.Context) error) error {
	key, me := "lock:ferry:"+ferry, uuid.NewString()
	ok, err := p.rdb.SetNX(ctx, key, me, 0).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errBoarding
	}
	defer letGo.Run(context.WithoutCancel(ctx), p.rdb, []string{key}, me)
	return board(ctx)
}

// Refuel lets one ferry refuel.
func (p *Pier) Refuel(ctx context.Context, ferry string, refuel func(context.Context) error) error {
	key, me := fmt.Sprintf("lock:fuel:%s", ferry), uuid.NewString()
	n, err := grabOnly.Run(ctx, p.rdb, []string{key}, me).Int() // want setnxexpire
	if err != nil {
		return err
	}
	if n != 1 {
		return errBoarding
	}
	defer func() {
		_ = letGo.Run(context.WithoutCancel(ctx), p.rdb, []string{key}, me).Err()
	}()
	return refuel(ctx)
}

// Dock lets one ferry dock.
func (p *Pier) Dock(ctx context.Context, ferry string, dock func(context.Context) error) error {
	key, me := "lock:dock:"+ferry, uuid.NewString()
	err := grabBound.Run(ctx, p.rdb, []string{key}, me, 30000).Err() // ok: PX in the script
	if errors.Is(err, redis.Nil) {
		return errBoarding
	}
	if err != nil {
		return err
	}
	defer letGo.Run(context.WithoutCancel(ctx), p.rdb, []string{key}, me)
	return dock(ctx)
}

// Paint lets one ferry be painted.
func (p *Pier) Paint(ctx context.Context, ferry string, paint func(context.Context) error) error {
	key, me := "lock:paint:"+ferry, uuid.NewString()
	err := p.rdb.SetArgs(ctx, key, me, redis.SetArgs{Mode: "NX", TTL: time.Hour}).Err() // ok: TTL in the options
	if errors.Is(err, redis.Nil) {
		return errBoarding
	}
	if err != nil {
		return err
	}
	defer letGo.Run(context.WithoutCancel(ctx), p.rdb, []string{key}, me)
	return paint(ctx)
}

// Christen names a ferry, once and for all.
func (p *Pier) Christen(ctx context.Context, ferry, name string) (bool, error) {
	return p.rdb.SetNX(ctx, "ferry:"+ferry+":name", name, 0).Result() // ok: a record
}

// Installed reports whether this is the first start ever.
func (p *Pier) Installed(ctx context.Context) (bool, error) {
	return p.rdb.SetNX(ctx, "pier:installed", time.Now().Unix(), 0).Result() // ok: a first-run flag
}

// Seed starts the ticket numbers at 1000.
func (p *Pier) Seed(ctx context.Context) (int64, error) {
	if err := p.rdb.SetNX(ctx, "tickets:next", 1000, 0).Err(); err != nil { // ok: a counter's seed
		return 0, err
	}
	return p.rdb.Incr(ctx, "tickets:next").Result()
}
