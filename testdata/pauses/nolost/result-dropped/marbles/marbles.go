// Package marbles sends what it hears of the lock to a channel, and reads it.
package marbles

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Face is worked on by one team.
type Face struct {
	locks *redislock.Client
	news  chan error
	block func(context.Context) (more bool, err error)
}

// New returns a face.
func New(locks *redislock.Client, block func(context.Context) (bool, error)) *Face {
	return &Face{locks: locks, news: make(chan error, 8), block: block}
}

func (f *Face) keep(ctx context.Context, l *redislock.Lock) {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := l.Refresh(ctx, 30*time.Second, nil); err != nil {
				select {
				case f.news <- err:
				default:
				}
				return
			}
		}
	}
}

// Work breaks block after block.
func (f *Face) Work(ctx context.Context, name string) error {
	l, err := f.locks.Obtain(ctx, "face:"+name, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	kctx, stop := context.WithCancel(ctx)
	defer stop()
	go f.keep(kctx, l)
	for {
		select {
		case err := <-f.news:
			return err
		default:
		}
		more, err := f.block(ctx)
		if err != nil || !more {
			return err
		}
	}
}
