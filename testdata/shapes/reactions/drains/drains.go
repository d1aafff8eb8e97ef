// Package drains renews its locks until a channel or a context says to stop, or never.
package drains

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type stop chan struct{}

// Drain is cleaned by one at a time.
type Drain struct {
	locks  *redislock.Client
	clean  func(context.Context) error
	quit   chan struct{}
	never  chan struct{}
	shared chan struct{}
	Ended  chan struct{}
	named  stop
	byName map[string]chan struct{}
	once   sync.Once
}

// New makes the channels.
func New(locks *redislock.Client, shared chan struct{}) *Drain {
	return &Drain{
		locks: locks, quit: make(chan struct{}), never: make(chan struct{}), shared: shared,
		Ended: make(chan struct{}), named: make(stop), byName: map[string]chan struct{}{},
	}
}

// Close ends the renewals that wait for it.
func (d *Drain) Close() {
	d.once.Do(func() { shut(d.quit) })
	close(d.named)
}

func shut(c chan struct{}) { close(c) }

func (d *Drain) take(ctx context.Context, name string) (*redislock.Lock, context.Context, context.CancelFunc, error) {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	work, cancel := context.WithCancel(ctx)
	return l, work, cancel, err
}

// Forgotten makes a channel that nobody closes.
func (d *Drain) Forgotten(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Closed closes it when the work is done.
func (d *Drain) Closed(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: ends with the work
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Helped has a function close it.
func (d *Drain) Helped(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer shut(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: ends with the work
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Captured closes it in a literal.
func (d *Drain) Captured(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer func() {
		close(done)
		l.Release(context.Background())
	}()
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: ends with the work
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Sent ends it with a value.
func (d *Drain) Sent(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{}, 1)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: ends with the work
				cancel()
				return
			}
		}
	}()
	err = d.clean(ctx)
	select {
	case done <- struct{}{}:
	default:
	}
	return err
}

func wait(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-time.After(20 * time.Second):
		return false
	}
}

// Waited has a function wait for a channel that nobody closes.
func (d *Drain) Waited(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	if done == nil {
		return nil
	}
	go func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if wait(done) {
				return
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // maybe nolost
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Field waits for the field that Close closes.
func (d *Drain) Field(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-d.quit:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: ends with the drain
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Never waits for a field that nobody closes.
func (d *Drain) Never(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-d.never:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Named waits for a channel of a type of its own.
func (d *Drain) Named(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-d.named:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: Close closes it
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Exported waits for what anybody may close.
func (d *Drain) Exported(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-d.Ended:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: of another package
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Given waits for what came from elsewhere.
func (d *Drain) Given(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-d.shared:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: whoever made it closes it
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Mapped keeps the channel where Stop finds it.
func (d *Drain) Mapped(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	d.byName[name] = done
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: Stop closes it
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Stop ends the renewal of a name.
func (d *Drain) Stop(name string) { close(d.byName[name]) }

// Returned gives the channel to its caller.
func (d *Drain) Returned(ctx context.Context, name string) (chan<- struct{}, error) {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: the caller closes it
				cancel()
				return
			}
		}
	}()
	return done, d.clean(ctx)
}

// Nil waits for a channel that does not exist.
func (d *Drain) Nil(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var done <-chan struct{}
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // maybe nolost
				cancel()
				return
			}
		}
	}()
	return d.clean(ctx)
}

// Background waits for a context that never ends.
func (d *Drain) Background(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	renewal := context.WithoutCancel(ctx)
	go func() {
		for {
			select {
			case <-renewal.Done():
				return
			case <-time.After(20 * time.Second):
			}
			if l.Refresh(renewal, time.Minute, nil) != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return d.clean(work)
}

type stopKey struct{}

// Timed ends with a deadline.
func (d *Drain) Timed(ctx context.Context, name string) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	renewal, end := context.WithTimeout(context.Background(), time.Hour)
	defer end()
	go func() {
		for renewal.Err() == nil {
			time.Sleep(20 * time.Second)
			if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: an hour at most
				cancel()
				return
			}
		}
	}()
	return d.clean(work)
}

// Chosen waits for one of two channels, one of which is closed.
func (d *Drain) Chosen(ctx context.Context, name string, own bool) error {
	l, err := d.locks.Obtain(ctx, "drain:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	if !own {
		done = d.quit
	}
	go d.keep(l, done, cancel)
	return d.clean(ctx)
}

// Parted hands a renewal a channel that nobody closes.
func (d *Drain) Parted(ctx context.Context, name string) error {
	l, work, cancel, err := d.take(ctx, name)
	if err != nil {
		return err
	}
	defer cancel()
	done := make(chan struct{})
	go d.tend(l, done, cancel)
	return d.clean(work)
}

func (d *Drain) keep(l *redislock.Lock, done <-chan struct{}, cancel func()) {
	for {
		select {
		case <-done:
			return
		case <-time.After(20 * time.Second):
		}
		if l.Refresh(context.Background(), time.Minute, nil) != nil { // ok: Close may end it
			cancel()
			return
		}
	}
}

func (d *Drain) tend(l *redislock.Lock, done <-chan struct{}, cancel func()) {
	for {
		select {
		case <-done:
			return
		case <-time.After(20 * time.Second):
		}
		if l.Refresh(context.Background(), time.Minute, nil) != nil { // maybe nolost
			cancel()
			return
		}
	}
}
