package savings

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// thumbnails only hands on what it gets, and says what for.
//
//locklint:efficiency a picture that is made twice is the same
func thumbnails(ctx context.Context, locks *redislock.Client, key string, ttl time.Duration, o *redislock.Options) (*redislock.Lock, error) {
	return locks.Obtain(ctx, key, ttl, o)
}

// plain hands on what it gets.
func plain(ctx context.Context, locks *redislock.Client, key string, ttl time.Duration, o *redislock.Options) (*redislock.Lock, error) {
	return locks.Obtain(ctx, key, ttl, o)
}

// Forward takes its lock by a declared function.
func (b *Bank) Forward(ctx context.Context, id string, sum int) error {
	l, err := thumbnails(ctx, b.locks, "thumbnail:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum)
}

// ForwardPlain takes its lock by one that says nothing.
func (b *Bank) ForwardPlain(ctx context.Context, id string, sum int) error {
	l, err := plain(ctx, b.locks, "picture:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum) // want unfenced
}
