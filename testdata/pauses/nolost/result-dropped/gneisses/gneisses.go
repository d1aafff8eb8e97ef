// Package gneisses sends what it hears of the lock to a channel.
package gneisses

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Face is worked on by one team.
type Face struct {
	locks *redislock.Client
	news  chan error
	work  func(context.Context) error
}

// New returns a face.
func New(locks *redislock.Client, work func(context.Context) error) *Face {
	return &Face{locks: locks, news: make(chan error, 8), work: work}
}

// Work works on a face.
func (f *Face) Work(ctx context.Context, name string) error {
	l, err := f.locks.Obtain(ctx, "face:"+name, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	kctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-kctx.Done():
				return
			case <-tick.C:
				if err := l.Refresh(kctx, 30*time.Second, nil); err != nil { // want nolost
					select {
					case f.news <- err:
					default:
					}
					return
				}
			}
		}
	}()
	return f.work(ctx)
}
