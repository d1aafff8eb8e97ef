// Package scanners scans networks. A pool of locks is prolonged in one loop.
package scanners

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"k8s.io/apimachinery/pkg/util/wait"
)

var (
	extend = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 0`)
	free = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`)
)

// Locks holds many locks at once.
type Locks struct {
	rdb  *redis.Client
	ttl  time.Duration
	mu   sync.Mutex
	held map[string]string
}

// Keep prolongs all that is held until ctx ends.
func (l *Locks) Keep(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		l.mu.Lock()
		defer l.mu.Unlock()
		for key, owner := range l.held {
			extend.Run(ctx, l.rdb, []string{key}, owner, l.ttl.Milliseconds()) // want nolost
		}
	}, l.ttl/4)
}

// Scan scans a network if nobody else does.
func (l *Locks) Scan(ctx context.Context, network string, scan func(context.Context) error) error {
	key, owner := "scan:"+network, uuid.NewString()
	ok, err := l.rdb.SetNX(ctx, key, owner, l.ttl).Result()
	if err != nil || !ok {
		return err
	}
	l.mu.Lock()
	l.held[key] = owner
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.held, key)
		l.mu.Unlock()
		free.Run(context.WithoutCancel(ctx), l.rdb, []string{key}, owner)
	}()
	return scan(ctx)
}
