// Package grills runs grills.
package grills

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errLost = errors.New("grill is not ours any more")

type Grill struct {
	rdb   *redis.Client
	name  string
	token string
}

func (g *Grill) key() string { return "grill:" + g.name }

func (g *Grill) Light(ctx context.Context) (bool, error) {
	g.token = uuid.NewString()
	return g.rdb.SetNX(ctx, g.key(), g.token, 10*time.Minute).Result()
}

// Out puts the fire out if it is still ours.
func (g *Grill) Out(ctx context.Context) error {
	switch cur, err := g.rdb.Get(ctx, g.key()).Result(); {
	case errors.Is(err, redis.Nil):
		return errLost
	case err != nil:
		return err
	case cur == g.token:
		return g.rdb.Del(ctx, g.key()).Err() // want plaindel
	default:
		return errLost
	}
}

// OutTx does the same in a transaction that a change of the key breaks.
func (g *Grill) OutTx(ctx context.Context) error {
	return g.rdb.Watch(ctx, func(tx *redis.Tx) error {
		cur, err := tx.Get(ctx, g.key()).Result()
		if err != nil {
			return err
		}
		if cur != g.token {
			return errLost
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return p.Del(ctx, g.key()).Err() // ok: WATCH
		})
		return err
	}, g.key())
}

// OutNow looks for a good message only; the script decides.
func (g *Grill) OutNow(ctx context.Context) error {
	if cur, _ := g.rdb.Get(ctx, g.key()).Result(); cur != g.token {
		return errLost
	}
	const del = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('DEL', KEYS[1])`
	return g.rdb.Eval(ctx, del, []string{g.key()}, g.token).Err() // ok: the script compares
}

// Menu drops a cached menu that is too old.
func (g *Grill) Menu(ctx context.Context, version string) error {
	v, err := g.rdb.Get(ctx, "menu:"+g.name).Result()
	if err != nil || v == version {
		return err
	}
	return g.rdb.Del(ctx, "menu:"+g.name).Err() // ok: a cache entry
}
