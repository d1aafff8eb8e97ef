// Package goals puts locks into contexts, interfaces and closures.
package goals

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/bsm/redislock"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type lockKey struct{}

var errShot = errors.New("goal is taken")

// Field has goals.
type Field struct {
	c     *redis.Client
	locks *redislock.Client
	etcd  *clientv3.Client
}

// Into puts the lock into the context.
func (f *Field) Into(ctx context.Context, goal string) (context.Context, error) {
	l, err := f.locks.Obtain(ctx, "into/"+goal, 30*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return context.WithValue(ctx, lockKey{}, l), nil // ok: in the context
}

// OutOf takes the lock out of the context and frees it.
func (f *Field) OutOf(ctx context.Context) error {
	l, ok := ctx.Value(lockKey{}).(*redislock.Lock)
	if !ok {
		return errShot
	}
	return l.Release(context.WithoutCancel(ctx)) // ok: the library compares
}

type closer func() error

func (c closer) Close() error { return c() }

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Keep returns an io.Closer that compares.
func (f *Field) Keep(ctx context.Context, goal string) (io.Closer, error) {
	key, me := "keep/"+goal, uuid.NewString()
	ok, err := f.c.SetNX(ctx, key, me, 30*time.Second).Result()
	if err == nil && !ok {
		err = errShot
	}
	if err != nil {
		return nil, err
	}
	return closer(func() error { return f.c.Eval(context.Background(), cad, []string{key}, me).Err() }), nil // ok: compares
}

// Score returns an io.Closer that compares nothing.
func (f *Field) Score(ctx context.Context, goal string) (io.Closer, error) {
	key := "score/" + goal
	ok, err := f.c.SetNX(ctx, key, uuid.NewString(), 30*time.Second).Result()
	if err == nil && !ok {
		err = errShot
	}
	if err != nil {
		return nil, err
	}
	return closer(func() error {
		return f.c.Del(context.Background(), key).Err() // want plaindel
	}), nil
}

// Whistle returns a session that shows no signal any more.
func (f *Field) Whistle(ctx context.Context, goal string) (io.Closer, error) {
	s, err := concurrency.NewSession(f.etcd) // maybe nolost
	if err != nil {
		return nil, err
	}
	if err := concurrency.NewMutex(s, "/whistle/"+goal).Lock(ctx); err != nil { // want nolost
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Play returns a session with its signal.
func (f *Field) Play(ctx context.Context, goal string) (*concurrency.Session, error) {
	s, err := concurrency.NewSession(f.etcd) // ok: returned
	if err != nil {
		return nil, err
	}
	if err := concurrency.NewMutex(s, "/play/"+goal).Lock(ctx); err != nil { // ok: returned with its signal
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Any returns the lock as any.
func (f *Field) Any(ctx context.Context, goal string) (any, error) {
	return f.locks.Obtain(ctx, "any/"+goal, 30*time.Second, nil) // ok: returned
}
