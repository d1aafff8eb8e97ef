// Package sweepers sweeps the chimneys of a street, and may miss one renewal.
package sweepers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var (
	trim = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], 30000) end return 0`)
	end  = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

var errStreet = errors.New("sweepers: the street was lost")

// Sweeper sweeps.
type Sweeper struct {
	client rueidis.Client
	log    *slog.Logger
}

// stay gives up after the second error in a row.
func (s *Sweeper) stay(ctx context.Context, key, me string) error {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for misses := 0; misses < 2; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		n, err := trim.Exec(ctx, s.client, []string{key}, []string{me}).AsInt64()
		switch {
		case err != nil:
			misses++
			s.log.Warn("missed", "key", key, "misses", misses, "error", err)
		case n == 0:
			return errStreet
		default:
			misses = 0
		}
	}
	return errStreet
}

// Sweep sweeps the street's chimneys.
func (s *Sweeper) Sweep(ctx context.Context, street string, sweep func(context.Context) error) error {
	key, me := "chimneys:"+street, uuid.NewString()
	if err := s.client.Do(ctx, s.client.B().Set().Key(key).Value(me).Nx().PxMilliseconds(30000).Build()).Error(); err != nil {
		return err
	}
	defer end.Exec(context.WithoutCancel(ctx), s.client, []string{key}, []string{me})
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(s.stay(ctx, key, me)) }()
	return sweep(ctx)
}
