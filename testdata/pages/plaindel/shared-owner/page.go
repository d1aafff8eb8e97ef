// Package page holds the code of the page of plaindel, category shared-owner.
package page

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

func wrong(ctx context.Context, locks *redislock.Client, key string, work func() error) error {
	// WRONG
	lock, err := locks.Obtain(ctx, key, time.Minute, &redislock.Options{Token: "billing"})
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

func right(ctx context.Context, locks *redislock.Client, key string, work func() error) error {
	// RIGHT: the library makes a random one
	lock, err := locks.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return work()
}
