// Package loges cleans loges of a theatre.
package loges

import (
	"context"
	"log"
	"time"

	"github.com/go-redsync/redsync/v4"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Theatre struct {
	rs *redsync.Redsync
	s  *concurrency.Session
}

// Clean cancels first: defers run last in, first out.
func (t *Theatre) Clean(ctx context.Context, loge string, clean func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	mu := t.rs.NewMutex("loge:"+loge, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		cancel()
		return err
	}
	defer mu.UnlockContext(ctx) // want plaindel
	defer cancel()
	return clean(ctx)
}

// Air cancels last.
func (t *Theatre) Air(ctx context.Context, loge string, air func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	mu := t.rs.NewMutex("air:"+loge, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.Unlock() // ok: no context
	return air(ctx)
}

// Close ends the etcd lock with a detached context; its session ends the loge.
func (t *Theatre) Close(ctx context.Context, loge string, shut func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-t.s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	mu := concurrency.NewMutex(t.s, "/loges/"+loge)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	err := shut(ctx)
	cancel()
	if uerr := mu.Unlock(context.WithoutCancel(ctx)); err == nil { // ok: detached
		err = uerr
	}
	return err
}

// Lamp ends the etcd lock with what was cancelled a line before.
func (t *Theatre) Lamp(ctx context.Context, loge string, lamp func(context.Context) error) error {
	held, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-t.s.Done():
			cancel()
		case <-held.Done():
		}
	}()
	mu := concurrency.NewMutex(t.s, "/lamps/"+loge)
	if err := mu.Lock(held); err != nil {
		cancel()
		return err
	}
	defer func() {
		cancel()
		_ = mu.Unlock(held) // want plaindel
	}()
	return lamp(held)
}

// Sweep cancels first as well: the literal was deferred before the cancel.
func (t *Theatre) Sweep(ctx context.Context, loge string, sweep func(context.Context) error) error {
	held, cancel := context.WithCancel(ctx)
	mu := t.rs.NewMutex("sweep:"+loge, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(held); err != nil {
		cancel()
		return err
	}
	defer func() {
		if _, err := mu.UnlockContext(held); err != nil { // want plaindel
			log.Print(err)
		}
	}()
	defer cancel()
	return sweep(held)
}

// Dust cancels last: the literal was deferred after the cancel.
func (t *Theatre) Dust(ctx context.Context, loge string, dust func(context.Context) error) error {
	held, cancel := context.WithCancel(ctx)
	defer cancel()
	mu := t.rs.NewMutex("dust:"+loge, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(held); err != nil {
		return err
	}
	defer func() {
		if _, err := mu.UnlockContext(held); err != nil { // ok: runs before cancel
			log.Print(err)
		}
	}()
	return dust(held)
}
