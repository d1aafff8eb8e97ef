// Package reefs surveys reefs.
package reefs

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

type Survey struct {
	rs    *redsync.Redsync
	locks *redislock.Client
}

// Dive sends one diver.
func (s *Survey) Dive(ctx context.Context, reef string, dive func(context.Context) error) error {
	l, err := s.locks.Obtain(ctx, "reef:"+reef, 30, nil) // want setnxexpire
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return dive(ctx)
}

// Map maps one reef.
func (s *Survey) Map(ctx context.Context, reef string, draw func(context.Context) error) error {
	mu := s.rs.NewMutex("map:"+reef, redsync.WithExpiry(20), redsync.WithTries(5)) // maybe setnxexpire
	if err := mu.LockContext(ctx); err != nil {                                    // maybe setnxexpire
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return draw(ctx)
}

// Count counts fish.
func (s *Survey) Count(ctx context.Context, reef string, count func(context.Context) error) error {
	l, err := s.locks.Obtain(ctx, "fish:"+reef, 30*time.Second, &redislock.Options{
		RetryStrategy: redislock.LinearBackoff(100 * time.Millisecond),
	})
	if err != nil { // ok: thirty seconds
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return count(ctx)
}

// Sonar pings.
func (s *Survey) Sonar(ctx context.Context, reef string, ping func(context.Context) error) error {
	mu := s.rs.NewMutex("sonar:"+reef, redsync.WithExpiry(4*time.Second)) // ok: four seconds
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return ping(ctx)
}
