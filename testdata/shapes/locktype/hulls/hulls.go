// Package hulls paints hulls with go-zero's client.
package hulls

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

var errWet = errors.New("hull is wet")

// Coat is a lock with a separate expiry.
type Coat struct {
	store   *redis.Redis
	hull    string
	mark    string
	seconds int
}

// NewCoat makes a lock.
func NewCoat(store *redis.Redis, hull string) *Coat {
	return &Coat{store: store, hull: "hulls#" + hull, mark: uuid.NewString(), seconds: 25}
}

// TryLock takes the hull.
func (c *Coat) TryLock(ctx context.Context) (bool, error) {
	ok, err := c.store.SetnxCtx(ctx, c.hull, c.mark) // want setnxexpire
	if err != nil || !ok {
		return false, err
	}
	return true, c.touch(ctx)
}

func (c *Coat) touch(ctx context.Context) error { return c.store.ExpireCtx(ctx, c.hull, c.seconds) }

const free = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Unlock frees the hull.
func (c *Coat) Unlock(ctx context.Context) error {
	_, err := c.store.EvalCtx(ctx, free, []string{c.hull}, c.mark) // ok: compares
	return err
}

// Varnish is a lock in one command.
type Varnish struct{ Coat }

// TryLock takes the hull.
func (v *Varnish) TryLock(ctx context.Context) (bool, error) {
	return v.store.SetnxExCtx(ctx, v.hull, v.mark, v.seconds) // ok: one command
}

// Tar is the library's own lock.
type Tar struct{ l *redis.RedisLock }

// NewTar makes a lock.
func NewTar(store *redis.Redis, hull string) Tar {
	l := redis.NewRedisLock(store, "tar#"+hull)
	l.SetExpire(30)
	return Tar{l}
}

// Do runs f under the lock.
func (t Tar) Do(ctx context.Context, f func(context.Context) error) error {
	ok, err := t.l.AcquireCtx(ctx) // ok: both are looked at
	if err != nil {
		return err
	}
	if !ok {
		return errWet
	}
	defer t.l.ReleaseCtx(context.WithoutCancel(ctx)) // ok: the library compares
	return f(ctx)
}

// Rush does not ask whether it got the lock.
func (t Tar) Rush(ctx context.Context, f func(context.Context) error) error {
	if _, err := t.l.AcquireCtx(ctx); err != nil { // want nolost
		return err
	}
	defer t.l.ReleaseCtx(context.WithoutCancel(ctx))
	return f(ctx)
}
