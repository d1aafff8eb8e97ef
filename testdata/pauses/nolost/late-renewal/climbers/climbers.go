// Package climbers lets one team climb a wall.
package climbers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	longer = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	down   = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Team climbs.
type Team struct {
	rdb   *redis.Client
	ttl   time.Duration
	every time.Duration
}

// New returns a team that renews at half-time.
func New(rdb *redis.Client, ttl time.Duration) *Team {
	return &Team{rdb: rdb, ttl: ttl, every: ttl / 2}
}

// Climb climbs until the wall is lost.
func (t *Team) Climb(ctx context.Context, wall string, climb func(context.Context) error) error {
	key, me := "wall:"+wall, uuid.NewString()
	ok, err := t.rdb.SetNX(ctx, key, me, t.ttl).Result()
	if err != nil || !ok {
		return errors.Join(err, errors.New("climbers: somebody climbs there"))
	}
	defer down.Run(context.WithoutCancel(ctx), t.rdb, []string{key}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			time.Sleep(t.every)
			n, err := longer.Run(ctx, t.rdb, []string{key}, me, t.ttl.Milliseconds()).Int()
			if err != nil || n == 0 {
				return
			}
		}
	}()
	return climb(ctx)
}
