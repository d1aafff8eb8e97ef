// Package store talks to Redis.
package store

import (
	"time"

	"github.com/go-redis/redis"
)

// Store wraps a client.
type Store struct{ C redis.UniversalClient }

// Add stores v unless k is there.
func (s Store) Add(k, v string, ttl time.Duration) (bool, error) {
	return s.C.SetNX(k, v, ttl).Result()
} // maybe setnxexpire

// Put stores v.
func (s Store) Put(k, v string, ttl time.Duration) error { return s.C.Set(k, v, ttl).Err() }

// Del deletes k.
func (s Store) Del(k string) error { return s.C.Del(k).Err() } // maybe plaindel

// Cad deletes k if it holds v.
func (s Store) Cad(k, v string) error {
	return s.C.Eval(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`, []string{k}, v).Err()
}
