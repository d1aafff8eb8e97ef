// Package mines works in mines.
package mines

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	errBusy = errors.New("shaft is busy")
	mine    = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	any1    = redis.NewScript(`return redis.call("DEL", KEYS[1])`)
)

type Shaft struct{ rdb *redis.Client }

// Dig registers the release before it knows.
func (s *Shaft) Dig(ctx context.Context, shaft, crew string, dig func(context.Context) error) error {
	got, err := s.rdb.SetNX(ctx, "shaft:"+shaft, crew, time.Hour).Result()
	defer any1.Run(context.WithoutCancel(ctx), s.rdb, []string{"shaft:" + shaft}) // want plaindel
	if err != nil {
		return err
	}
	if !got {
		return errBusy
	}
	return dig(ctx)
}

// Haul deletes the key of the one who is there.
func (s *Shaft) Haul(ctx context.Context, shaft string, haul func(context.Context) error) error {
	key, me := "shaft:"+shaft+":haul", uuid.NewString()
	got, err := s.rdb.SetNX(ctx, key, me, time.Hour).Result()
	if err != nil {
		return err
	}
	if !got {
		s.rdb.Del(ctx, key) // want plaindel
		return errBusy
	}
	defer mine.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, me)
	return haul(ctx)
}

// Pump registers a release that compares.
func (s *Shaft) Pump(ctx context.Context, shaft string, pump func(context.Context) error) error {
	key, me := "shaft:"+shaft+":pump", uuid.NewString()
	defer mine.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, me) // ok: deletes nothing when it is not ours
	got, err := s.rdb.SetNX(ctx, key, me, time.Hour).Result()
	if err != nil {
		return err
	}
	if !got {
		return errBusy
	}
	return pump(ctx)
}

// Vent remembers in a flag whether there is something to release.
func (s *Shaft) Vent(ctx context.Context, shaft string, vent func(context.Context) error) (err error) {
	key, me := "shaft:"+shaft+":vent", uuid.NewString()
	var got bool
	defer func() {
		if got {
			mine.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, me) // ok: only when taken
		}
	}()
	if got, err = s.rdb.SetNX(ctx, key, me, time.Hour).Result(); err != nil {
		return err
	}
	if !got {
		return errBusy
	}
	return vent(ctx)
}
