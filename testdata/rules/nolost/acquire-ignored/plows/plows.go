// Package plows plows snow.
package plows

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

type Fleet struct {
	rdb   *redis.Client
	locks *redislock.Client
	rs    *redsync.Redsync
	cache func(street, view string)
}

// Plow looks at the error only; a street that is taken has none.
func (f *Fleet) Plow(ctx context.Context, street string, plow func(context.Context) error) error {
	key, me := "street:"+street, uuid.NewString()
	if err := f.rdb.SetNX(ctx, key, me, time.Minute).Err(); err != nil { // want nolost
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), f.rdb, []string{key}, me)
	return plow(ctx)
}

// Salt looks at nothing.
func (f *Fleet) Salt(ctx context.Context, street string, salt func(context.Context) error) error {
	mu := f.rs.NewMutex("salt:"+street, redsync.WithTries(1))
	_ = mu.LockContext(ctx) // want nolost
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return salt(ctx)
}

// Sand drops the error of the lock.
func (f *Fleet) Sand(ctx context.Context, street string, sand func(context.Context) error) error {
	l, _ := f.locks.Obtain(ctx, "sand:"+street, time.Minute, nil) // want nolost
	defer l.Release(context.WithoutCancel(ctx))
	return sand(ctx)
}

// Sweep looks at both.
func (f *Fleet) Sweep(ctx context.Context, street string, sweep func(context.Context) error) (bool, error) {
	key, me := "sweep:"+street, uuid.NewString()
	switch ok, err := f.rdb.SetNX(ctx, key, me, time.Minute).Result(); { // ok: both are looked at
	case err != nil:
		return false, err
	case !ok:
		return false, nil
	}
	defer drop.Run(context.WithoutCancel(ctx), f.rdb, []string{key}, me)
	return true, sweep(ctx)
}

// Haul compares the value only; an error makes it false.
func (f *Fleet) Haul(ctx context.Context, street string, haul func(context.Context) error) error {
	key, me := "haul:"+street, uuid.NewString()
	if got := f.rdb.SetNX(ctx, key, me, time.Minute); !got.Val() { // ok: false after an error
		return got.Err()
	}
	defer drop.Run(context.WithoutCancel(ctx), f.rdb, []string{key}, me)
	return haul(ctx)
}

// Map waits a little for whoever draws the map, and then draws it anyway.
func (f *Fleet) Map(ctx context.Context, street string, draw func(context.Context) (string, error)) (string, error) {
	l, err := f.locks.Obtain(ctx, "map:"+street, 5*time.Second, &redislock.Options{RetryStrategy: redislock.LimitRetry(redislock.LinearBackoff(100*time.Millisecond), 10)}) // ok: two maps harm nobody
	if err != nil && !errors.Is(err, redislock.ErrNotObtained) {
		return "", err
	}
	if l != nil {
		defer l.Release(context.WithoutCancel(ctx))
	}
	view, err := draw(ctx)
	if err == nil {
		f.cache(street, view)
	}
	return view, err
}

// Seen marks a street as seen, whoever does it.
func (f *Fleet) Seen(ctx context.Context, street string) error {
	return f.rdb.SetNX(ctx, "seen:"+street, time.Now().Unix(), 24*time.Hour).Err() // ok: a mark
}
