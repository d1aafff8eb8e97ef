// Package meads makes mead; it panics, recovers and exits.
package meads

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"runtime"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Maker makes mead.
type Maker struct {
	cli  *clientv3.Client
	lock resourcelock.Interface
}

func (m *Maker) session() *concurrency.Session {
	s, err := concurrency.NewSession(m.cli, concurrency.WithTTL(10))
	if err != nil {
		log.Fatalf("session: %v", err)
	}
	return s
}

func die(why string) {
	slog.Error(why)
	os.Exit(3)
}

// Brew ends the process with the session.
func (m *Maker) Brew(ctx context.Context, mead string, brew func(context.Context) error) error {
	s := m.session()
	defer s.Close()
	mu := concurrency.NewMutex(s, "/mead/"+mead)
	if err := mu.Lock(ctx); err != nil { // ok: the process ends
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-s.Done():
			die("mead lock is lost")
		case <-done:
		}
	}()
	return brew(ctx)
}

// Stir turns a panic into an error, and has no eye on its session.
func (m *Maker) Stir(ctx context.Context, mead string, stir func(context.Context)) (err error) {
	s := m.session()
	defer s.Close()
	mu := concurrency.NewMutex(s, "/stir/"+mead)
	if err := mu.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("stir: %v", r)
		}
	}()
	stir(ctx)
	return nil
}

// Age turns a panic into an error, and works with the session's context.
func (m *Maker) Age(ctx context.Context, mead string, age func(context.Context)) (err error) {
	s := m.session()
	defer s.Close()
	mu := concurrency.NewMutex(s, "/age/"+mead)
	if err := mu.TryLock(ctx); err != nil { // ok: the session's context
		if errors.Is(err, concurrency.ErrLocked) {
			return nil
		}
		panic(err)
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("age: %v", r)
		}
	}()
	age(s.Ctx())
	return nil
}

// Sell panics in the goroutine.
func (m *Maker) Sell(ctx context.Context, mead string, sell func(context.Context) error) error {
	s := m.session()
	defer s.Close()
	mu := concurrency.NewMutex(s, "/sell/"+mead)
	if err := mu.Lock(ctx); err != nil { // ok: a panic ends the process
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-over:
			runtime.Goexit()
		case <-s.Done():
			panic("mead lock is lost")
		}
	}()
	return sell(ctx)
}

// Lead ends the process when it is deposed.
func (m *Maker) Lead(ctx context.Context, work func()) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: m.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { work() },
			OnStoppedLeading: func() { die("deposed") }, // ok: the process ends
		},
	})
}

// Follow writes a line when it is deposed.
func (m *Maker) Follow(ctx context.Context, work func()) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: m.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { work() },
			OnStoppedLeading: func() { slog.Error("deposed") }, // want nolost
		},
	})
}
