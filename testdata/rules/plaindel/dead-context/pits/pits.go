// Package pits changes tyres.
package pits

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

type Pit struct{ locks *redislock.Client }

// Change releases with a context that its own timeout has ended.
func (p *Pit) Change(ctx context.Context, lane string, change func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	l, err := p.locks.Obtain(ctx, "pit:"+lane, time.Minute, nil)
	if err != nil {
		cancel()
		return err
	}
	err = change(ctx)
	cancel()
	if rerr := l.Release(ctx); rerr != nil { // want plaindel
		err = errors.Join(err, rerr)
	}
	return err
}

// Refuel runs until it is told to stop, and releases with what told it.
func (p *Pit) Refuel(ctx context.Context, lane string, tick func() error) error {
	l, err := p.locks.Obtain(ctx, "fuel:"+lane, time.Hour, nil)
	if err != nil {
		return err
	}
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return l.Release(ctx) // want plaindel
		case <-t.C:
			if err := tick(); err != nil {
				return errors.Join(err, l.Release(context.WithoutCancel(ctx)))
			}
		}
	}
}

// Wash releases before the deferred cancel runs.
func (p *Pit) Wash(ctx context.Context, lane string, wash func(context.Context) error) error {
	l, err := p.locks.Obtain(ctx, "wash:"+lane, time.Minute, nil)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	defer l.Release(ctx) // ok: ctx is not the cancelled one
	return wash(work)
}

// Inflate releases in the order that defers run in.
func (p *Pit) Inflate(parent context.Context, lane string, inflate func(context.Context) error) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	l, err := p.locks.Obtain(ctx, "air:"+lane, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // ok: runs before cancel
	return inflate(ctx)
}

// Wait releases with a context of its own.
func (p *Pit) Wait(ctx context.Context, lane string) error {
	l, err := p.locks.Obtain(ctx, "wait:"+lane, time.Minute, nil)
	if err != nil {
		return err
	}
	<-ctx.Done()
	out, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return l.Release(out) // ok: its own context
}
