// Package kv wraps Redis for everybody.
package kv

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// KV wraps the client.
type KV struct {
	c      redis.UniversalClient
	prefix string
}

// New wraps.
func New(c redis.UniversalClient, prefix string) *KV { return &KV{c, prefix} }

// SetNX stores v unless k is there.
func (s *KV) SetNX(ctx context.Context, k string, v any, ttl time.Duration) (bool, error) {
	return s.c.SetNX(ctx, s.prefix+k, v, ttl).Result() // maybe setnxexpire
}

// Del deletes keys.
func (s *KV) Del(ctx context.Context, ks ...string) error {
	full := make([]string, len(ks))
	for i, k := range ks {
		full[i] = s.prefix + k
	}
	return s.c.Del(ctx, full...).Err() // maybe plaindel
}

// Expire sets the end of a key.
func (s *KV) Expire(ctx context.Context, k string, ttl time.Duration) (bool, error) {
	return s.c.Expire(ctx, s.prefix+k, ttl).Result() // maybe nolost
}

// Script runs a script on one key.
func (s *KV) Script(ctx context.Context, src, k string, args ...any) (int64, error) {
	return s.c.Eval(ctx, src, []string{s.prefix + k}, args...).Int64()
}
