package looms

import (
	"context"
	"errors"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

type options struct {
	ttl   time.Duration
	tries int
}

// Option changes how a mutex is taken.
type Option func(*options)

func WithTTL(d time.Duration) Option { return func(o *options) { o.ttl = d } }
func WithTries(n int) Option         { return func(o *options) { o.tries = n } }

// Held is a mutex that is held.
type Held struct {
	c          redis.Cmdable
	key, owner string
}

var ErrHeld = errors.New("mutex is held")

// Take takes a mutex.
func Take(ctx context.Context, c redis.Cmdable, key string, opts ...Option) (*Held, error) {
	o := options{tries: 1}
	for _, f := range opts {
		f(&o)
	}
	h := &Held{c: c, key: "mutex:" + key, owner: uuid.NewString()}
	for range o.tries {
		ok, err := c.SetNX(ctx, h.key, h.owner, o.ttl).Result() // want setnxexpire
		if err != nil {
			return nil, err
		}
		if ok {
			return h, nil
		}
	}
	return nil, ErrHeld
}

const drop = `
local v = redis.call('get', KEYS[1])
if v == ARGV[1] then
	return redis.call('del', KEYS[1])
end
return 0`

// Drop gives the mutex back.
func (h *Held) Drop(ctx context.Context) error {
	return h.c.Eval(ctx, drop, []string{h.key}, h.owner).Err()
}
