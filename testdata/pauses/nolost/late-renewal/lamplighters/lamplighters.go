// Package lamplighters lights the lamps of a street, and may miss some renewals.
package lamplighters

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var (
	trim  = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], 30000) end return 0`)
	snuff = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

var errStreet = errors.New("lamplighters: the street was lost")

// Lighter lights.
type Lighter struct {
	client rueidis.Client
	log    *slog.Logger
}

// burn gives up after the fourth error in a row.
func (l *Lighter) burn(ctx context.Context, key, me string) error {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for misses := 0; misses < 4; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		n, err := trim.Exec(ctx, l.client, []string{key}, []string{me}).AsInt64() // want nolost
		switch {
		case err != nil:
			misses++
			l.log.Warn("missed", "key", key, "misses", misses, "error", err)
		case n == 0:
			return errStreet
		default:
			misses = 0
		}
	}
	return errStreet
}

// Light lights the street's lamps.
func (l *Lighter) Light(ctx context.Context, street string, light func(context.Context) error) error {
	key, me := "street:"+street, uuid.NewString()
	if err := l.client.Do(ctx, l.client.B().Set().Key(key).Value(me).Nx().PxMilliseconds(30000).Build()).Error(); err != nil {
		return err
	}
	defer snuff.Exec(context.WithoutCancel(ctx), l.client, []string{key}, []string{me})
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(l.burn(ctx, key, me)) }()
	return light(ctx)
}
