// Package valkeyrie keeps bees behind an interface for many stores.
package valkeyrie

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/docker/libkv/store"
	kv "github.com/kvtools/valkeyrie/store"
)

type Apiary struct {
	kv kv.Store
	db *sql.DB
}

var errSmoked = errors.New("another keeper is there")

// Smoke drops the channel that says when the lock is lost.
func (a *Apiary) Smoke(ctx context.Context, hive string) error {
	l, err := a.kv.NewLock(ctx, "locks/hive/"+hive, &kv.LockOptions{TTL: 20 * time.Second})
	if err != nil {
		return err
	}
	if _, err := l.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx))
	var honey int
	if err := a.db.QueryRowContext(ctx, "SELECT honey FROM hives WHERE id = $1", hive).Scan(&honey); err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, "UPDATE hives SET honey = $1 WHERE id = $2", honey+1, hive) // want unfenced
	return err
}

// Swarm watches, and writes with the pair that it read.
func (a *Apiary) Swarm(ctx context.Context, hive string) error {
	l, err := a.kv.NewLock(ctx, "locks/hive/"+hive, &kv.LockOptions{TTL: 20 * time.Second}) // ok setnxexpire: a duration
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx) // ok nolost: watched
	if err != nil {
		return err
	}
	if lost == nil {
		return errSmoked
	}
	defer l.Unlock(context.WithoutCancel(ctx)) // ok plaindel: lives longer than the work
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-lost:
			stop()
		case <-ctx.Done():
		}
	}()
	old, err := a.kv.Get(ctx, "hives/"+hive, nil)
	if err != nil {
		return err
	}
	ok, _, err := a.kv.AtomicPut(ctx, "hives/"+hive, []byte("swarmed"), old, nil) // ok unfenced: compares the index
	if err != nil || !ok {
		return errSmoked
	}
	return nil
}

// Feed gives the lock's TTL no unit, and frees the lock with a dead context.
func (a *Apiary) Feed(ctx context.Context, hive string, feed func(context.Context) error) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	l, err := a.kv.NewLock(work, "locks/feed/"+hive, &kv.LockOptions{TTL: 20})
	if err != nil {
		return err
	}
	lost, err := l.Lock(work) // want setnxexpire
	if err != nil || lost == nil {
		return err
	}
	go func() {
		<-lost
		cancel()
	}()
	err = feed(work)
	cancel()
	l.Unlock(work) // want plaindel
	return err
}

// Queen is on libkv.
func Queen(s store.Store, hive string, mark func() error) error {
	l, err := s.NewLock("locks/queen/"+hive, &store.LockOptions{TTL: time.Minute})
	if err != nil {
		return err
	}
	if _, err := l.Lock(nil); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	return mark()
}
