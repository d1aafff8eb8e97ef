// Package apples picks apples through a wrapper.
package apples

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"example.test/shapes/wrappers/apples/kv"
)

var errPicked = errors.New("tree is being picked")

// Pick deletes what it does not compare.
func Pick(ctx context.Context, s *kv.KV, tree string, pick func(context.Context) error) error {
	ok, err := s.SetNX(ctx, "pick."+tree, uuid.NewString(), time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errPicked
	}
	defer s.Del(context.WithoutCancel(ctx), "pick."+tree) // want plaindel
	return pick(ctx)
}

// Prune sets the end later.
func Prune(ctx context.Context, s *kv.KV, tree string, prune func(context.Context) error) error {
	me := uuid.NewString()
	ok, err := s.SetNX(ctx, "prune."+tree, me, 0) // want setnxexpire
	if err != nil {
		return err
	}
	if !ok {
		return errPicked
	}
	if _, err := s.Expire(ctx, "prune."+tree, time.Minute); err != nil {
		return err
	}
	defer s.Script(context.WithoutCancel(ctx), delIf, "prune."+tree, me) // ok: compares
	return prune(ctx)
}

const delIf = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Graft is right.
func Graft(ctx context.Context, s *kv.KV, tree string, graft func(context.Context) error) error {
	me := uuid.NewString()
	ok, err := s.SetNX(ctx, "graft."+tree, me, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errPicked
	}
	defer s.Script(context.WithoutCancel(ctx), delIf, "graft."+tree, me) // ok: compares
	return graft(ctx)
}

// Count caches a number for a while.
func Count(ctx context.Context, s *kv.KV, tree string, n int) error {
	_, err := s.SetNX(ctx, "count."+tree, n, time.Hour) // ok: a cache entry
	return err
}

// Recount drops cached numbers.
func Recount(ctx context.Context, s *kv.KV, trees ...string) error {
	return s.Del(ctx, trees...) // ok: data
}

// Plant remembers who planted a tree.
func Plant(ctx context.Context, s *kv.KV, tree, who string) (bool, error) {
	return s.SetNX(ctx, "planted."+tree, who, 0) // ok: a record
}
