// Package disks copies disks; handles and stores are generic types.
package disks

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var errCopying, errLost = errors.New("disk is being copied"), errors.New("disk lock is lost")

// Store talks to Redis for keys of type K.
type Store[K interface{ Name() string }] struct{ c rueidis.Client }

// Disk and Tape have names.
type (
	Disk struct{ ID string }
	Tape struct{ ID string }
)

// Name is the key's name.
func (d Disk) Name() string { return "disk/" + d.ID }

// Name is the key's name.
func (t Tape) Name() string { return "tape/" + t.ID }

// Handle is a lock that is held.
type Handle[K interface{ Name() string }] struct {
	st Store[K]
	on K
	me string
}

// Acquire takes the lock.
func (s Store[K]) Acquire(ctx context.Context, on K) (*Handle[K], error) {
	h := &Handle[K]{st: s, on: on, me: uuid.NewString()}
	err := s.c.Do(ctx, s.c.B().Set().Key(on.Name()).Value(h.me).Nx().Px(30*time.Second).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return nil, errCopying
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

var (
	cad = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	ext = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

// Release compares.
func (h *Handle[K]) Release(ctx context.Context) error {
	return cad.Exec(ctx, h.st.c, []string{h.on.Name()}, []string{h.me}).Error() // ok: compares
}

// Extend compares, and returns what it learns.
func (h *Handle[K]) Extend(ctx context.Context) error {
	n, err := ext.Exec(ctx, h.st.c, []string{h.on.Name()}, []string{h.me, "30000"}).AsInt64() // ok: returned
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// Copy drops what the renewal says.
func Copy(ctx context.Context, s Store[Disk], d Disk, work func(context.Context) error) error {
	h, err := s.Acquire(ctx, d)
	if err != nil {
		return err
	}
	defer h.Release(context.WithoutCancel(ctx))
	beat, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			select {
			case <-beat.Done():
				return
			case <-time.After(10 * time.Second):
				_ = h.Extend(beat) // want nolost
			}
		}
	}()
	return work(ctx)
}

// Rewind ends with the renewal.
func Rewind(ctx context.Context, s Store[Tape], t Tape, work func(context.Context) error) error {
	h, err := s.Acquire(ctx, t)
	if err != nil {
		return err
	}
	defer h.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go keep(ctx, cancel, h)
	return work(ctx)
}

func keep[H interface{ Extend(context.Context) error }](ctx context.Context, cancel context.CancelCauseFunc, h H) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Second):
			if err := h.Extend(ctx); err != nil { // ok: cancels
				cancel(err)
				return
			}
		}
	}
}

// Erase deletes what is stored of a disk.
func (s Store[K]) Erase(ctx context.Context, on K) error {
	return s.c.Do(ctx, s.c.B().Del().Key(on.Name()+"/data").Build()).Error() // ok: data
}
