// Package beats cancels the context of its heartbeat when a renewal fails.
package beats

import (
	"context"
	"log"
	"time"

	"github.com/bsm/redislock"
)

// Drum gives the work another context than the one that ends.
func Drum(ctx context.Context, c *redislock.Client, work func(context.Context) error) error {
	l, err := c.Obtain(ctx, "drum", 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	beat, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-beat.Done():
				return
			case <-time.After(5 * time.Second):
				if err := l.Refresh(beat, 20*time.Second, nil); err != nil { // want nolost
					log.Printf("refresh: %v", err)
					cancel()
					return
				}
			}
		}
	}()
	return work(ctx)
}

// Roll gives the work the context that ends.
func Roll(ctx context.Context, c *redislock.Client, work func(context.Context) error) error {
	l, err := c.Obtain(ctx, "roll", 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	beat, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-beat.Done():
				return
			case <-time.After(5 * time.Second):
				if err := l.Refresh(beat, 20*time.Second, nil); err != nil { // ok: the work has beat
					cancel()
					return
				}
			}
		}
	}()
	return work(beat)
}

// Fill has somebody else watch the context that ends.
func Fill(ctx context.Context, c *redislock.Client, work func(context.Context) error, stop func()) error {
	l, err := c.Obtain(ctx, "fill", 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	beat, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-beat.Done():
				return
			case <-time.After(5 * time.Second):
				if err := l.Refresh(beat, 20*time.Second, nil); err != nil { // ok: stop is called
					cancel()
					return
				}
			}
		}
	}()
	go func() {
		<-beat.Done()
		stop()
	}()
	return work(ctx)
}

// March waits for its steps' end beside the heartbeat's.
func March(ctx context.Context, c *redislock.Client, steps <-chan func()) error {
	l, err := c.Obtain(ctx, "march", 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	beat, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-beat.Done():
				return
			case <-time.After(5 * time.Second):
				if err := l.Refresh(beat, 20*time.Second, nil); err != nil { // ok: the steps end
					cancel()
					return
				}
			}
		}
	}()
	for {
		select {
		case <-beat.Done():
			return beat.Err()
		case step := <-steps:
			step()
		}
	}
}

// Tap takes its steps in the goroutine that renews.
func Tap(ctx context.Context, c *redislock.Client, steps <-chan func()) error {
	l, err := c.Obtain(ctx, "tap", 20*time.Second, nil)
	if err != nil {
		return err
	}
	beat, cancel := context.WithCancel(ctx)
	go func() {
		defer l.Release(context.WithoutCancel(ctx))
		for {
			select {
			case <-beat.Done():
				return
			case step := <-steps:
				step()
			case <-time.After(5 * time.Second):
				if err := l.Refresh(beat, 20*time.Second, nil); err != nil { // ok: the steps end
					cancel()
					return
				}
			}
		}
	}()
	return nil
}
