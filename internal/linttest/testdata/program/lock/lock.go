// Package lock imports the client: it is in the cone by rule 1.
package lock

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Locker struct{ client *redis.Client }

func New(c *redis.Client) *Locker { return &Locker{client: c} }

func (l *Locker) Lock(ctx context.Context, key string) bool {
	return l.client.SetNX(ctx, key, 1, time.Minute).Val() // want probe
}
