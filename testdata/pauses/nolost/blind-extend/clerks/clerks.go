// Package clerks files one case at a time, and keeps readers' sessions alive.
package clerks

import (
	"context"
	"errors"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

var errDesk = errors.New("clerks: the desk was lost")

const (
	seconds = 40
	stay    = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("EXPIRE", KEYS[1], ARGV[2]) end return 0`
	rise    = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
)

// Office files.
type Office struct {
	store *redis.Redis
	clerk string
}

// Touch keeps the session of a reader who is reading.
func (o *Office) Touch(ctx context.Context, reader string, reading <-chan struct{}) error {
	tick := time.NewTicker(seconds * time.Second / 4)
	defer tick.Stop()
	for {
		select {
		case <-reading:
			return nil
		case <-tick.C:
			if err := o.store.ExpireCtx(ctx, "session:"+reader, 1800); err != nil {
				return err
			}
		}
	}
}

func (o *Office) sitAt(ctx context.Context, desk string, lost chan<- error) {
	tick := time.NewTicker(seconds * time.Second / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			got, err := o.store.EvalCtx(ctx, stay, []string{desk}, o.clerk, seconds)
			if n, _ := got.(int64); err != nil || n == 0 {
				lost <- errors.Join(err, errDesk)
				return
			}
		}
	}
}

// File files a case; file is told when the desk is lost.
func (o *Office) File(ctx context.Context, name string, file func(context.Context) error) error {
	desk := "desk:" + name
	ok, err := o.store.SetnxExCtx(ctx, desk, o.clerk, seconds)
	if err != nil || !ok {
		return errors.Join(err, errDesk)
	}
	defer o.store.EvalCtx(context.WithoutCancel(ctx), rise, []string{desk}, o.clerk)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lost, done := make(chan error, 1), make(chan error, 1)
	go o.sitAt(ctx, desk, lost)
	go func() { done <- file(ctx) }()
	select {
	case err := <-lost:
		return err
	case err := <-done:
		return err
	}
}
