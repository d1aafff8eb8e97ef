// Package page holds the code of the page of locklint, on the purpose of locks.
package page

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

func wrong(ctx context.Context, locks *redislock.Client, id string) error {
	// WRONG
	lock, err := locks.Obtain(ctx, "digest:"+id, time.Minute, nil) // want locklint

	if err != nil {
		return err
	}
	return lock.Release(ctx)
}

func right(ctx context.Context, locks *redislock.Client, id string) error {
	// RIGHT
	//locklint:efficiency a second digest is a nuisance only
	lock, err := locks.Obtain(ctx, "digest:"+id, time.Minute, nil)

	if err != nil {
		return err
	}
	return lock.Release(ctx)
}
