// Package guests hands sessions on to others, or keeps them for itself.
package guests

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"sync/atomic"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Front is a session that everybody may watch.
var Front *concurrency.Session

// back is a session that this package alone could watch.
var back *concurrency.Session

// House takes rooms.
type House struct {
	cli  *clientv3.Client
	work func(context.Context) error
	// Session is for those who take the house.
	Session *concurrency.Session
	// Lost is closed when the house is lost.
	Lost <-chan struct{}
	sess *concurrency.Session
	gone <-chan struct{}
	over atomic.Bool
}

// Alone waits for a room and looks at nothing.
func (h *House) Alone(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return h.work(ctx)
}

// Watched ends the work with the session.
func (h *House) Watched(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: a goroutine cancels
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-s.Done()
		cancel()
	}()
	return h.work(ctx)
}

// Logged only writes down that the room is gone.
func (h *House) Logged(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-s.Done():
			log.Print("room is gone: ", room)
		case <-ctx.Done():
		}
	}()
	return h.work(ctx)
}

// Drained reads the signal and does nothing with it.
func (h *House) Drained(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		for range s.Done() {
		}
	}()
	return h.work(ctx)
}

// Exits ends the process.
func (h *House) Exits(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: nothing goes on
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		<-s.Done()
		os.Exit(1)
	}()
	return h.work(ctx)
}

// Panics ends the process, too.
func (h *House) Panics(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: nothing goes on
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		<-s.Done()
		panic("room is gone")
	}()
	return h.work(ctx)
}

// Flags sets what each step of the work asks.
func (h *House) Flags(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: the loop asks
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		<-s.Done()
		h.over.Store(true)
	}()
	for !h.over.Load() {
		if err := h.work(ctx); err != nil {
			return err
		}
	}
	return errors.New("room is gone")
}

// Sends tells by a channel.
func (h *House) Sends(ctx context.Context, room string, tell chan<- string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: who reads tell is told
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	go func() {
		<-s.Done()
		tell <- room
	}()
	return h.work(ctx)
}

// Waits does its work beside the signal.
func (h *House) Waits(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: the select returns
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- h.work(ctx) }()
	select {
	case err := <-done:
		return err
	case <-s.Done():
		return errors.New("room is gone")
	}
}

// Public keeps the session where everybody sees it.
func (h *House) Public(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	h.Session = s
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: who has the house can watch
		return errors.Join(err, s.Close())
	}
	defer s.Close()
	return h.work(ctx)
}

// Private keeps the session where nobody looks.
func (h *House) Private(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	h.sess = s
	defer h.sess.Close()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	return h.work(ctx)
}

// Signal keeps the signal where everybody sees it.
func (h *House) Signal(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	h.Lost = s.Done()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: Lost is for all
		return err
	}
	return h.work(ctx)
}

// Hidden keeps the signal where nobody looks.
func (h *House) Hidden(ctx context.Context, room string) error {
	s, err := concurrency.NewSession(h.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	h.gone = s.Done()
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	return h.work(ctx)
}

// Shown stores the session in a variable for all.
func Shown(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	Front = s
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: Front is for all
		return errors.Join(err, s.Close())
	}
	defer s.Close()
	return work(ctx)
}

// Stowed stores it in a variable that nobody reads.
func Stowed(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	back = s
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return errors.Join(err, s.Close())
	}
	defer s.Close()
	return work(ctx)
}

// Given hands the session to a function that may watch it.
func Given(ctx context.Context, cli *clientv3.Client, room string, watch func(*concurrency.Session), work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	go watch(s)
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: watch knows the session
		return err
	}
	return work(ctx)
}

// Called hands it on at once.
func Called(ctx context.Context, cli *clientv3.Client, room string, watch func(*concurrency.Session), work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	watch(s)
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // ok: watch knows the session
		return err
	}
	return work(ctx)
}

// Closable hands out something that can only be closed.
func Closable(ctx context.Context, cli *clientv3.Client, room string) (io.Closer, error) {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return nil, err
	}
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Closing hands out the way to close it.
func Closing(ctx context.Context, cli *clientv3.Client, room string) (func() error, error) {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return nil, err
	}
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return nil, errors.Join(err, s.Close())
	}
	return s.Close, nil
}

// Leaking closes it on no way.
func Leaking(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli) // want nolost
	if err != nil {
		return err
	}
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return work(ctx)
}

// Orphaned leaves the lease to its end.
func Orphaned(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	m := concurrency.NewMutex(s, "/rooms/"+room)
	if err := m.Lock(ctx); err != nil { // maybe nolost
		return err
	}
	s.Orphan()
	return work(ctx)
}

// open makes what Opened uses.
func open(cli *clientv3.Client, room string) (*concurrency.Session, *concurrency.Mutex, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(30))
	if err != nil {
		return nil, nil, err
	}
	return s, concurrency.NewMutex(s, "/open/"+room), nil
}

// Opened watches what a helper made.
func Opened(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, m, err := open(cli, room)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := m.Lock(ctx); err != nil { // ok: the goroutine cancels
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}

// made makes what Made uses.
func made(cli *clientv3.Client, room string) (*concurrency.Session, *concurrency.Mutex, error) {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return nil, nil, err
	}
	return s, concurrency.NewMutex(s, "/made/"+room), nil
}

// Made only closes what a helper made.
func Made(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, m, err := made(cli, room)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	return work(ctx)
}

// session makes what Chosen uses.
func session(cli *clientv3.Client) (*concurrency.Session, error) { return concurrency.NewSession(cli) }

// Chosen takes one of two sessions, and watches it.
func Chosen(ctx context.Context, cli *clientv3.Client, other *concurrency.Session, room string, work func(context.Context) error) error {
	s := other
	if s == nil {
		own, err := session(cli)
		if err != nil {
			return err
		}
		defer own.Close()
		s = own
	}
	m := concurrency.NewMutex(s, "/chosen/"+room)
	if err := m.Lock(ctx); err != nil { // ok: the goroutine cancels
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lost := s.Done()
	go func() {
		<-lost
		cancel()
	}()
	return work(ctx)
}

// Compared asks only whether there is a signal.
func Compared(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/compared/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	if s.Done() == nil {
		return errors.New("no signal")
	}
	return work(ctx)
}

// Polled looks at the signal between two steps.
func Polled(ctx context.Context, cli *clientv3.Client, room string, steps []func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/polled/"+room)
	if err := m.Lock(ctx); err != nil { // ok: each step asks
		return err
	}
	for _, step := range steps {
		select {
		case <-s.Done():
			return errors.New("room is gone")
		default:
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Context gives the work the session's own context.
func Context(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/context/"+room)
	if err := m.Lock(ctx); err != nil { // ok: the context ends with the session
		return err
	}
	return work(s.Ctx())
}

// Printed writes the signal down.
func Printed(ctx context.Context, cli *clientv3.Client, room string, work func(context.Context) error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/printed/"+room)
	if err := m.Lock(ctx); err != nil { // want nolost
		return err
	}
	log.Print("signal: ", s.Done())
	return work(ctx)
}
