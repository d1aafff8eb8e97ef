// Package stoves heats stoves.
package stoves

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	errLost = errors.New("stove lock lost")
	longer  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
	drop    = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
)

const ttl = 15 * time.Second

// Stove is a lock that renews itself.
type Stove struct {
	rdb        redis.UniversalClient
	key, owner string
	stop       chan struct{}
	Lost       chan struct{}
	OnLost     func(error)
}

func New(rdb redis.UniversalClient, name string) *Stove {
	return &Stove{rdb: rdb, key: "stove:" + name, owner: uuid.NewString(), stop: make(chan struct{}), Lost: make(chan struct{})}
}

func (s *Stove) tryLock(ctx context.Context) error {
	ok, err := s.rdb.SetNX(ctx, s.key, s.owner, ttl).Result()
	if err == nil && !ok {
		err = errors.New("stove is taken")
	}
	return err
}

func (s *Stove) extend(ctx context.Context) error {
	n, err := longer.Run(ctx, s.rdb, []string{s.key}, s.owner, ttl.Milliseconds()).Int() // maybe nolost
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// Lock renews until the renewal fails, and keeps that for itself.
func (s *Stove) Lock(ctx context.Context) error {
	if err := s.tryLock(ctx); err != nil {
		return err
	}
	go func() {
		for {
			select {
			case <-s.stop:
				return
			case <-time.After(ttl / 3):
				if s.extend(context.Background()) != nil { // want nolost
					return
				}
			}
		}
	}()
	return nil
}

// LockWatched closes a channel that the user sees.
func (s *Stove) LockWatched(ctx context.Context) error {
	if err := s.tryLock(ctx); err != nil {
		return err
	}
	go func() {
		for {
			select {
			case <-s.stop:
				return
			case <-time.After(ttl / 3):
				if s.extend(context.Background()) != nil { // ok: an exported channel is closed
					close(s.Lost)
					return
				}
			}
		}
	}()
	return nil
}

// LockNotified calls the user back.
func (s *Stove) LockNotified(ctx context.Context) error {
	if err := s.tryLock(ctx); err != nil {
		return err
	}
	go func() {
		t := time.NewTicker(ttl / 3)
		defer t.Stop()
		for {
			select {
			case <-s.stop:
				return
			case <-t.C:
			}
			if err := s.extend(context.Background()); err != nil { // ok: a callback
				s.OnLost(err)
				return
			}
		}
	}()
	return nil
}

// LockOrDie ends the process.
func (s *Stove) LockOrDie(ctx context.Context) error {
	if err := s.tryLock(ctx); err != nil {
		return err
	}
	go func() {
		t := time.NewTicker(ttl / 3)
		defer t.Stop()
		for {
			select {
			case <-s.stop:
				return
			case <-t.C:
				if err := s.extend(context.Background()); err != nil { // ok: the process ends
					log.Fatalf("%s: %v", s.key, err)
				}
			}
		}
	}()
	return nil
}

func (s *Stove) Unlock(ctx context.Context) error {
	close(s.stop)
	return drop.Run(ctx, s.rdb, []string{s.key}, s.owner).Err()
}
