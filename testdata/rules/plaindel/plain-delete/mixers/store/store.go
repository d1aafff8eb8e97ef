// Package store is a thin layer over Redis.
package store

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Store struct{ rdb *redis.Client }

func New(rdb *redis.Client) *Store { return &Store{rdb} }

// Add stores v under k unless k is there.
func (s *Store) Add(ctx context.Context, k string, v any, ttl time.Duration) (bool, error) {
	return s.rdb.SetNX(ctx, k, v, ttl).Result()
}

// Remove deletes keys.
func (s *Store) Remove(ctx context.Context, ks ...string) error {
	return s.rdb.Del(ctx, ks...).Err() // maybe plaindel
}

// RemoveIf deletes k if it holds v.
func (s *Store) RemoveIf(ctx context.Context, k, v string) error {
	return s.rdb.DelExArgs(ctx, k, redis.DelExArgs{Mode: "IFEQ", MatchValue: v}).Err()
}
