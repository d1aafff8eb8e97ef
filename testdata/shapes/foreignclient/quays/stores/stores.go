// Package stores connects.
package stores

import "github.com/go-redis/redis/v8"

// Stores has a connection to each store.
type Stores struct{ Redis redis.UniversalClient }

// Dial connects.
func Dial(addr string) *Stores {
	return &Stores{Redis: redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{addr}})}
}
