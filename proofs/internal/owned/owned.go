// Package owned has the two scripts that a lock in Redis needs. Programs whose
// point is another use it.
package owned

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

var extend = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)

// Release frees the lock if owner still has it.
func Release(ctx context.Context, rdb redis.Scripter, key, owner string) error {
	return release.Run(ctx, rdb, []string{key}, owner).Err()
}

// Extend lets the lock live for ttl from now on, and tells whether owner still has
// it.
func Extend(ctx context.Context, rdb redis.Scripter, key, owner string, ttl time.Duration) (bool, error) {
	n, err := extend.Run(ctx, rdb, []string{key}, owner, ttl.Milliseconds()).Int()
	return n == 1, err
}
