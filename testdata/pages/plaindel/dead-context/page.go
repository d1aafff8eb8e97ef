// Package page holds the code of the page of plaindel, category dead-context.
package page

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

func wrong(parent context.Context, locks *redislock.Client, key string, work func(context.Context) error) error {
	// WRONG: deferred calls run last first, so cancel comes before Release
	ctx, cancel := context.WithTimeout(parent, 5*time.Second)
	lock, err := locks.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		cancel()
		return err
	}
	defer lock.Release(ctx) // want plaindel
	defer cancel()

	return work(ctx)
}

func right(parent context.Context, locks *redislock.Client, key string, work func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(parent, 5*time.Second)
	lock, err := locks.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		cancel()
		return err
	}
	defer cancel()

	// RIGHT
	defer lock.Release(context.WithoutCancel(parent))

	return work(ctx)
}
