// Package deer counts deer; acquires are retried and waits are selects.
package deer

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var errShy = errors.New("deer are shy")

// Ranger counts.
type Ranger struct{ c rueidis.Client }

// attempts yields the numbers of the attempts.
func attempts(ctx context.Context, n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if ctx.Err() != nil || !yield(i) {
				return
			}
			time.Sleep(time.Duration(i+1) * 20 * time.Millisecond)
		}
	}
}

// Count ranges over a function, and deletes what it does not compare.
func (r *Ranger) Count(ctx context.Context, wood string, count func(context.Context) error) error {
	key := "wood:" + wood + ":count"
	for range attempts(ctx, 5) {
		err := r.c.Do(ctx, r.c.B().Set().Key(key).Value(uuid.NewString()).Nx().Ex(30*time.Second).Build()).Error()
		if rueidis.IsRedisNil(err) {
			continue
		}
		if err != nil {
			return err
		}
		defer r.c.Do(context.WithoutCancel(ctx), r.c.B().Del().Key(key).Build()) // want plaindel
		return count(ctx)
	}
	return errShy
}

var same = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Feed ranges over a function, and compares.
func (r *Ranger) Feed(ctx context.Context, wood string, feed func(context.Context) error) error {
	key, me := "wood:"+wood+":feed", uuid.NewString()
	for range attempts(ctx, 5) {
		err := r.c.Do(ctx, r.c.B().Set().Key(key).Value(me).Nx().Ex(30*time.Second).Build()).Error()
		switch {
		case rueidis.IsRedisNil(err):
			continue
		case err != nil:
			return err
		}
		defer same.Exec(context.WithoutCancel(ctx), r.c, []string{key}, []string{me}) // ok: compares
		return feed(ctx)
	}
	return errShy
}

// Track waits in a select.
func (r *Ranger) Track(ctx context.Context, wood string, track func(context.Context) error) error {
	key, me := "wood:"+wood+":track", uuid.NewString()
	set := func() (bool, error) {
		err := r.c.Do(ctx, r.c.B().Set().Key(key).Value(me).Nx().Px(20*time.Second).Build()).Error()
		if rueidis.IsRedisNil(err) {
			return false, nil
		}
		return err == nil, err
	}
	for {
		ok, err := set()
		if err != nil {
			return err
		}
		if ok {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	defer func() {
		same.Exec(context.WithoutCancel(ctx), r.c, []string{key}, []string{me}) // ok: compares
	}()
	return track(ctx)
}

// Fawn tries for a while, and then works without the lock.
func (r *Ranger) Fawn(ctx context.Context, wood string, fawn func(context.Context) error) error {
	key, me := "wood:"+wood+":fawn", uuid.NewString()
	r.c.Do(ctx, r.c.B().Set().Key(key).Value(me).Nx().Px(20*time.Second).Build()) // want nolost
	defer same.Exec(context.WithoutCancel(ctx), r.c, []string{key}, []string{me})
	return fawn(ctx)
}

// Sight notes the first sight of a day.
func (r *Ranger) Sight(ctx context.Context, wood string, tell func()) error {
	err := r.c.Do(ctx, r.c.B().Set().Key("sight:"+wood).Value("1").Nx().Ex(24*time.Hour).Build()).Error() // ok: a once-a-day flag
	if rueidis.IsRedisNil(err) {
		return nil
	}
	if err == nil {
		tell()
	}
	return err
}
