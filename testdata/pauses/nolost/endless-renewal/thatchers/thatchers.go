// Package thatchers renews between the sheaves, so that the last sheaf ends it.
package thatchers

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

// Thatcher thatches.
type Thatcher struct {
	locks *redislock.Client
	lay   func(ctx context.Context, sheaf int) error
}

// Thatch thatches a roof sheaf by sheaf.
func (t *Thatcher) Thatch(ctx context.Context, roof string, sheaves <-chan int) (err error) {
	l, err := t.locks.Obtain(ctx, "thatch:"+roof, time.Minute, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	next := time.Now().Add(20 * time.Second)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case sheaf, ok := <-sheaves:
			if !ok {
				return nil
			}
			if err := t.lay(ctx, sheaf); err != nil {
				return err
			}
		}
		if time.Now().After(next) {
			if err := l.Refresh(ctx, time.Minute, nil); err != nil {
				return err
			}
			next = time.Now().Add(20 * time.Second)
		}
	}
}
