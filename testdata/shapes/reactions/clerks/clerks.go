// Package clerks renews the locks of its desks, and tells of a lost one, or does not.
package clerks

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bsm/redislock"
	"golang.org/x/sync/errgroup"
)

var errLost = errors.New("the desk is lost")

// failures is asked by whoever serves the metrics.
var failures atomic.Int64

var lastFailure error

// Clerk works at a desk.
type Clerk struct {
	locks   *redislock.Client
	work    func(context.Context) error
	ended   func(error)
	problem error
	unread  error
	lost    bool
	losses  chan error
	nobody  chan error
	quit    chan struct{}
	mu      sync.Mutex
	errs    []error
	byDesk  map[string]error
	broken  atomic.Bool
	alarm   interface{ Raise(string) }
}

// Logged renews in a literal that only writes a line through two functions.
func (c *Clerk) Logged(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // want nolost
				note(desk, err)
			}
		}
	}()
	return c.work(ctx)
}

func note(desk string, err error) {
	if err != nil {
		written(fmt.Sprintf("desk %s: %v", desk, err))
	}
}

func written(line string) { log.Println(line) }

// Ended renews in a literal that ends the process through a function.
func (c *Clerk) Ended(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: the process ends
				leave(err)
			}
		}
	}()
	return c.work(ctx)
}

func leave(err error) {
	log.Println(err)
	os.Exit(1)
}

// Callback tells whoever is to be told.
func (c *Clerk) Callback(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: the callback is told
				c.ended(err)
				return
			}
		}
	}()
	return c.work(ctx)
}

// Group renews in a group, whose context ends with the first error.
func (c *Clerk) Group(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: the group ends
				return fmt.Errorf("desk %s: %w", desk, errors.Join(errLost, err))
			}
		}
		return nil
	})
	g.Go(func() error {
		defer cancel()
		return c.work(ctx)
	})
	return g.Wait()
}

// Field keeps the error for who asks later.
func (c *Clerk) Field(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: Problem is asked
				c.problem = err
			}
		}
	}()
	return c.work(ctx)
}

// Problem is what went wrong.
func (c *Clerk) Problem() error { return c.problem }

// Unread keeps the error for nobody.
func (c *Clerk) Unread(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			c.unread = l.Refresh(ctx, time.Minute, nil) // want nolost
		}
	}()
	return c.work(ctx)
}

// Package keeps the error in a variable of the package.
func (c *Clerk) Package(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			lastFailure = l.Refresh(ctx, time.Minute, nil) // ok: Last is asked
		}
	}()
	return c.work(ctx)
}

// Last is what went wrong last.
func Last() error { return lastFailure }

// Atomic raises a flag that the work looks at.
func (c *Clerk) Atomic(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if l.Refresh(ctx, time.Minute, nil) != nil { // ok: the loop looks
				c.broken.Store(true)
			}
		}
	}()
	for !c.isBroken() {
		if err := c.work(ctx); err != nil {
			return err
		}
	}
	return errLost
}

func (c *Clerk) isBroken() bool { return c.broken.Load() }

// Captured raises a flag that stands around both.
func (c *Clerk) Captured(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lost := false
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			ok := l.Refresh(ctx, time.Minute, nil) == nil // ok: the loop looks
			c.mu.Lock()
			if !ok {
				lost = true
			}
			c.mu.Unlock()
		}
	}()
	for {
		c.mu.Lock()
		over := lost
		c.mu.Unlock()
		if over {
			return errLost
		}
		if err := c.work(ctx); err != nil {
			return err
		}
	}
}

// Blind raises a flag that nobody looks at.
func (c *Clerk) Blind(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // want nolost
				c.lost = true
			}
		}
	}()
	return c.work(ctx)
}

// Sent sends the error to a function that listens.
func (c *Clerk) Sent(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: Listen stops the work
				select {
				case c.losses <- err:
				default:
				}
			}
		}
	}()
	go c.listen(cancel)
	return c.work(ctx)
}

func (c *Clerk) listen(cancel func()) {
	for range c.losses {
		cancel()
	}
}

// Unheard sends the error to nobody.
func (c *Clerk) Unheard(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.nobody = make(chan error, 8)
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // want nolost
				select {
				case c.nobody <- err:
				default:
				}
			}
		}
	}()
	return c.work(ctx)
}

// Collected keeps the errors in a list that All returns.
func (c *Clerk) Collected(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: All is asked
				c.errs = append(c.errs, err)
			}
		}
	}()
	return c.work(ctx)
}

// All are the errors.
func (c *Clerk) All() []error { return c.errs }

// Mapped keeps the error under the name of the desk.
func (c *Clerk) Mapped(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			c.byDesk[desk] = l.Refresh(ctx, time.Minute, nil) // ok: Of is asked
		}
	}()
	return c.work(ctx)
}

// Of is the error of a desk.
func (c *Clerk) Of(desk string) error { return c.byDesk[desk] }

// Alarmed tells an interface of the program's own.
func (c *Clerk) Alarmed(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // ok: whoever is behind the alarm is told
				c.alarm.Raise(err.Error())
			}
		}
	}()
	return c.work(ctx)
}

// Counted counts the failures, which is no reason to stop.
func (c *Clerk) Counted(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		failed := 0
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if err := l.Refresh(ctx, time.Minute, nil); err != nil { // want nolost
				failed++
				slog.Warn("not renewed", "times", failed)
			}
		}
	}()
	return c.work(ctx)
}

// Sorted tells a lost lock from a broken line, and stops for the lost one.
func (c *Clerk) Sorted(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			err := l.Refresh(ctx, time.Minute, nil) // ok: a lost lock cancels the work
			switch {
			case errors.Is(err, redislock.ErrNotObtained):
				cancel()
			case err != nil:
				slog.Warn("not renewed", "err", err)
			}
		}
	}()
	return c.work(ctx)
}

// SortedIll tells them apart for the log alone.
func (c *Clerk) SortedIll(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			err := l.Refresh(ctx, time.Minute, nil) // want nolost
			switch {
			case errors.Is(err, redislock.ErrNotObtained):
				slog.Error("lost", "desk", desk)
			case err != nil:
				slog.Warn("not renewed", "err", err)
			}
		}
	}()
	return c.work(ctx)
}

// Panics lets the process fall.
func (c *Clerk) Panics(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			must(l.Refresh(ctx, time.Minute, nil)) // ok: the process falls
		}
	}()
	return c.work(ctx)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Deferred tells by what it defers.
func (c *Clerk) Deferred(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for {
			time.Sleep(20 * time.Second)
			if l.Refresh(ctx, time.Minute, nil) != nil { // ok: the deferred cancel stops the work
				return
			}
		}
	}()
	return c.work(ctx)
}

// Returned hands its error to the caller in a named result.
func (c *Clerk) Returned(ctx context.Context, desk string) (err error) {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	for range 3 {
		if err = c.work(ctx); err != nil {
			return
		}
		if err = l.Refresh(ctx, time.Minute, nil); err != nil { // ok: the caller is told
			return
		}
	}
	return
}

// Stopped asks a channel of the struct to stop.
func (c *Clerk) Stopped(ctx context.Context, desk string) error {
	l, err := c.locks.Obtain(ctx, "desk:"+desk, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	c.quit = make(chan struct{})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(20 * time.Second)
			if l.Refresh(ctx, time.Minute, nil) != nil { // ok: the loop waits for it
				close(c.quit)
				return
			}
		}
	}()
	for {
		select {
		case <-c.quit:
			return errLost
		default:
		}
		if err := c.work(ctx); err != nil {
			return err
		}
	}
}
