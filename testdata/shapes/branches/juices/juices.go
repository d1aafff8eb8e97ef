// Package juices squeezes juice; it tries again with loops, labels and goto.
package juices

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errEmpty = errors.New("squeezer stays busy")

// Squeezer squeezes.
type Squeezer struct{ c redis.Cmdable }

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Lemon tries again with goto, and deletes what it does not compare.
func (s *Squeezer) Lemon(ctx context.Context, id string, squeeze func(context.Context) error) error {
	key := "lemon:" + id
	left := 5
again:
	ok, err := s.c.SetNX(ctx, key, uuid.NewString(), 15*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		if left--; left > 0 {
			time.Sleep(100 * time.Millisecond)
			goto again
		}
		return errEmpty
	}
	err = squeeze(ctx)
	s.c.Del(context.WithoutCancel(ctx), key) // want plaindel
	return err
}

// Lime tries again with goto, and compares.
func (s *Squeezer) Lime(ctx context.Context, id string, squeeze func(context.Context) error) error {
	key, me := "lime:"+id, uuid.NewString()
	var ok bool
	var err error
	tries := 0
try:
	ok, err = s.c.SetNX(ctx, key, me, 15*time.Second).Result()
	switch {
	case err != nil:
		return err
	case ok:
		goto work
	case tries > 8:
		return errEmpty
	}
	tries++
	time.Sleep(time.Duration(tries) * 10 * time.Millisecond)
	goto try
work:
	err = squeeze(ctx)
	if derr := s.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me).Err(); err == nil { // ok: compares
		err = derr
	}
	return err
}

// Plum leaves a labelled loop when it wins.
func (s *Squeezer) Plum(ctx context.Context, id string, squeeze func(context.Context) error) error {
	key, me := "plum:"+id, uuid.NewString()
	deadline := time.After(3 * time.Second)
wait:
	for {
		ok, err := s.c.SetNX(ctx, key, me, 15*time.Second).Result()
		switch {
		case err != nil:
			return err
		case ok:
			break wait
		}
		select {
		case <-deadline:
			return errEmpty
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(40 * time.Millisecond):
			continue wait
		}
	}
	defer s.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	return squeeze(ctx)
}

// Pear gives up the wait and works all the same.
func (s *Squeezer) Pear(ctx context.Context, id string, squeeze func(context.Context) error) error {
	key, me := "pear:"+id, uuid.NewString()
	for range 10 {
		s.c.SetNX(ctx, key, me, 15*time.Second) // want nolost
		time.Sleep(50 * time.Millisecond)
	}
	defer s.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	return squeeze(ctx)
}

// Fig takes the lock for each item anew.
func (s *Squeezer) Fig(ctx context.Context, ids []string, squeeze func(context.Context, string) error) error {
	for _, id := range ids {
		key, me := "fig:"+id, uuid.NewString()
		ok, err := s.c.SetNX(ctx, key, me, 15*time.Second).Result()
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		err = squeeze(ctx, id)
		s.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
		if err != nil {
			return err
		}
	}
	return nil
}

// Grape removes the lock that somebody left, and tries again.
func (s *Squeezer) Grape(ctx context.Context, id string, squeeze func(context.Context) error) error {
	key, me := "grape:"+id, uuid.NewString()
	for tries := 0; ; tries++ {
		ok, err := s.c.SetNX(ctx, key, me, 15*time.Second).Result()
		if err != nil {
			return err
		}
		if ok {
			break
		}
		if tries > 20 {
			s.c.Del(ctx, key) // want plaindel
		}
		time.Sleep(100 * time.Millisecond)
	}
	defer s.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	return squeeze(ctx)
}
