// Package frogs moves frogs under Consul's locks, in closures.
package frogs

import (
	"context"
	"errors"
	"sync"

	"github.com/hashicorp/consul/api"
)

var errHopped = errors.New("lock is lost")

// Pond has frogs.
type Pond struct{ c *api.Client }

// with runs f with a context that ends with the lock.
func (p *Pond) with(ctx context.Context, key string, f func(context.Context) error) error {
	l, err := p.c.LockOpts(&api.LockOptions{Key: key, SessionTTL: "12s"})
	if err != nil {
		return err
	}
	gone, err := l.Lock(ctx.Done()) // ok: its end cancels
	if err != nil {
		return err
	}
	if gone == nil {
		return ctx.Err()
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-gone:
			cancel(errHopped)
		case <-ctx.Done():
		}
	}()
	return f(ctx)
}

// Move puts without looking at the index.
func (p *Pond) Move(ctx context.Context, frog string, move func([]byte) []byte) error {
	return p.with(ctx, "frogs/lock/move", func(context.Context) error {
		kv := p.c.KV()
		old, _, err := kv.Get("frogs/"+frog, nil)
		if err != nil || old == nil {
			return err
		}
		old.Value = move(old.Value)
		_, err = kv.Put(old, nil) // want unfenced
		return err
	})
}

// Name compares the index.
func (p *Pond) Name(ctx context.Context, frog string, name func([]byte) []byte) error {
	return p.with(ctx, "frogs/lock/name", func(context.Context) error {
		kv := p.c.KV()
		old, _, err := kv.Get("frogs/"+frog, nil)
		if err != nil || old == nil {
			return err
		}
		old.Value = name(old.Value)
		ok, _, err := kv.CAS(old, nil) // ok: compares the index
		if err == nil && !ok {
			err = errHopped
		}
		return err
	})
}

// Croak drops the channel in a goroutine of its own.
func (p *Pond) Croak(ctx context.Context, frog string, croak func(context.Context) error) error {
	l, err := p.c.LockKey("frogs/croak/" + frog)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	var out error
	wg.Go(func() {
		ch, err := l.Lock(ctx.Done()) // want nolost
		if err != nil || ch == nil {
			out = errors.Join(errHopped, err)
			return
		}
		defer l.Unlock()
		out = croak(ctx)
	})
	wg.Wait()
	return out
}

// Sing hands the channel to the closure.
func (p *Pond) Sing(ctx context.Context, frog string, sing func(context.Context, <-chan struct{}) error) error {
	l, err := p.c.LockKey("frogs/sing/" + frog)
	if err != nil {
		return err
	}
	run := func() error {
		ch, err := l.Lock(ctx.Done()) // ok: the song gets it
		if err != nil {
			return err
		}
		if ch == nil {
			return ctx.Err()
		}
		defer l.Unlock()
		return sing(ctx, ch)
	}
	return run()
}

// Count reads.
func (p *Pond) Count(ctx context.Context) (n int, err error) {
	err = p.with(ctx, "frogs/lock/count", func(context.Context) error {
		keys, _, err := p.c.KV().Keys("frogs/", "", nil) // ok: reads
		n = len(keys)
		return err
	})
	return n, err
}
