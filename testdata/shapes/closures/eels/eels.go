// Package eels traps eels; goroutines of the acquire watch the session.
package eels

import (
	"context"
	"errors"
	"log"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errSlipped = errors.New("lock slipped away")

// Trap traps.
type Trap struct{ cli *clientv3.Client }

// Set has a goroutine that only writes a line.
func (t *Trap) Set(ctx context.Context, pond string, set func(context.Context) error) error {
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(8))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/ponds/"+pond)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		<-s.Done()
		log.Println("lost", pond)
	}()
	return set(ctx)
}

// Lift has a goroutine that ends the work.
func (t *Trap) Lift(ctx context.Context, pond string, lift func(context.Context) error) (err error) {
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(8))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	m := concurrency.NewMutex(s, "/lift/"+pond)
	if err := m.Lock(ctx); err != nil { // ok: the goroutine cancels
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := func(gone <-chan struct{}) {
		select {
		case <-gone:
			cancel(errSlipped)
		case <-work.Done():
		}
	}
	go watch(s.Done())
	return lift(work)
}

// Smoke runs the work in the goroutine and waits for either.
func (t *Trap) Smoke(ctx context.Context, pond string, smoke func(context.Context) error) error {
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(8))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/smoke/"+pond)
	if err := m.TryLock(ctx); errors.Is(err, concurrency.ErrLocked) { // ok: the select receives
		return nil
	} else if err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := make(chan error, 1)
	go func() { out <- smoke(ctx) }()
	select {
	case err := <-out:
		return err
	case <-s.Done():
		return errSlipped
	}
}

// Salt leaves the session open.
func (t *Trap) Salt(ctx context.Context, pond string, salt func(context.Context) error) error {
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(8)) // want nolost
	if err != nil {
		return err
	}
	m := concurrency.NewMutex(s, "/salt/"+pond)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return salt(s.Ctx())
}

// Skin unlocks with a context that is over by then.
func (t *Trap) Skin(ctx context.Context, pond string, skin func(context.Context) error) error {
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(8))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/skin/"+pond)
	ctx, cancel := context.WithTimeout(s.Ctx(), time.Minute)
	if err := m.Lock(ctx); err != nil {
		cancel()
		return err
	}
	defer func() {
		cancel()
		if err := m.Unlock(ctx); err != nil { // want plaindel
			log.Print(err)
		}
	}()
	return skin(ctx)
}

// Grill has a context that is not over by then.
func (t *Trap) Grill(ctx context.Context, pond string, grill func(context.Context) error) error {
	s, err := concurrency.NewSession(t.cli, concurrency.WithTTL(8))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/grill/"+pond)
	work, cancel := context.WithTimeout(s.Ctx(), time.Minute)
	if err := m.Lock(work); err != nil { // ok: the work has the session's context
		cancel()
		return err
	}
	defer func() {
		cancel()
		if err := m.Unlock(context.WithoutCancel(ctx)); err != nil { // ok: a context of its own
			log.Print(err)
		}
	}()
	return grill(work)
}
