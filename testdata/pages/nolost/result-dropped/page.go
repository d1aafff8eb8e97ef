// Package page holds the code of the page of nolost, category result-dropped.
package page

import (
	"context"
	"log"
	"time"

	"github.com/bsm/redislock"
)

func wrong(ctx context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, stop := context.WithCancel(ctx)
	// WRONG: the log knows, the work does not
	go func() {
		for ctx.Err() == nil {
			time.Sleep(10 * time.Second)
			if err := lock.Refresh(ctx, 30*time.Second, nil); err != nil { // want nolost
				log.Print(err)
			}
		}
	}()
	err := work(ctx)
	stop()
	return err
}

func right(ctx context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	defer lock.Release(context.WithoutCancel(ctx))
	// RIGHT: the first failed renewal ends the work's context
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			time.Sleep(10 * time.Second)
			if err := lock.Refresh(ctx, 30*time.Second, nil); err != nil {
				return
			}
		}
	}()
	return work(ctx)
}
