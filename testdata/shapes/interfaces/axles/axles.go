// Package axles greases axles; its store is an interface of its own.
package axles

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errTurning = errors.New("axle is turning")

// Store is what the package needs.
type Store interface {
	PutNew(ctx context.Context, k, v string, ttl time.Duration) (bool, error)
	Remove(ctx context.Context, k string) error
	RemoveEqual(ctx context.Context, k, v string) (bool, error)
}

type redisStore struct{ c redis.Cmdable }

// Redis makes a store.
func Redis(c redis.Cmdable) Store { return redisStore{c} }

func (s redisStore) PutNew(ctx context.Context, k, v string, ttl time.Duration) (bool, error) {
	return s.c.SetNX(ctx, k, v, ttl).Result()
}

func (s redisStore) Remove(ctx context.Context, k string) error {
	return s.c.Del(ctx, k).Err() // maybe plaindel
}

func (s redisStore) RemoveEqual(ctx context.Context, k, v string) (bool, error) {
	n, err := s.c.DelExArgs(ctx, k, redis.DelExArgs{Mode: "IFEQ", MatchValue: v}).Result() // ok: compares
	return n == 1, err
}

// mockStore is for tests.
type mockStore struct {
	mu sync.Mutex
	m  map[string]string
}

func (s *mockStore) PutNew(_ context.Context, k, v string, _ time.Duration) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.m[k]; ok {
		return false, nil
	}
	s.m[k] = v
	return true, nil
}

func (s *mockStore) Remove(_ context.Context, k string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.m, k)
	return nil
}

func (s *mockStore) RemoveEqual(ctx context.Context, k, v string) (bool, error) {
	if s.m[k] != v {
		return false, nil
	}
	return true, s.Remove(ctx, k)
}

var _ Store = (*mockStore)(nil)

// Grease removes what it does not compare.
func Grease(ctx context.Context, s Store, axle string, grease func(context.Context) error) error {
	ok, err := s.PutNew(ctx, "axles/"+axle, uuid.NewString(), time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errTurning
	}
	defer s.Remove(context.WithoutCancel(ctx), "axles/"+axle) // want plaindel
	return grease(ctx)
}

// Swap removes what it put.
func Swap(ctx context.Context, s Store, axle string, swap func(context.Context) error) error {
	key, me := "axles/"+axle+"/swap", uuid.NewString()
	ok, err := s.PutNew(ctx, key, me, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errTurning
	}
	defer s.RemoveEqual(context.WithoutCancel(ctx), key, me) // ok: compares
	return swap(ctx)
}

// Note keeps a note unless there is one.
func Note(ctx context.Context, s Store, axle, note string) error {
	_, err := s.PutNew(ctx, "notes/"+axle, note, time.Hour) // ok: a record
	return err
}

// Unnote removes a note.
func Unnote(ctx context.Context, s Store, axle string) error {
	return s.Remove(ctx, "notes/"+axle) // ok: a record
}
