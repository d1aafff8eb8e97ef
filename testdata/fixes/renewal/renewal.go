// Package renewal has renewals whose failure nobody is told.
package renewal

import (
	"context"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

func statement(parent context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(10 * time.Second)
			lock.Refresh(ctx, 30*time.Second, nil)
		}
	}()
	return work(ctx)
}

func blank(parent context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	ctx, stop := context.WithTimeout(parent, time.Hour)
	defer stop()
	go func() {
		tick := time.NewTicker(2 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_, _ = mu.ExtendContext(ctx)
			}
		}
	}()
	return work(ctx)
}

func logged(parent context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := lock.Refresh(ctx, 30*time.Second, nil); err != nil {
					log.Print(err)
				}
			}
		}
	}()
	return work(ctx)
}

func loggedAfter(parent context.Context, mu *redsync.Mutex, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(2 * time.Second)
			ok, err := mu.ExtendContext(ctx)
			if !ok || err != nil {
				log.Print("lost: ", err)
			}
		}
	}()
	return work(ctx)
}
