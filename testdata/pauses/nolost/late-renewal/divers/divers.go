// Package divers lets one team dive at a wreck.
package divers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	longer = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	up     = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Team dives.
type Team struct {
	rdb   *redis.Client
	ttl   time.Duration
	every time.Duration
}

// New returns a team.
func New(rdb *redis.Client) *Team {
	return &Team{rdb: rdb, ttl: 12 * time.Second, every: 9 * time.Second}
}

// Dive dives until the wreck is lost.
func (t *Team) Dive(ctx context.Context, wreck string, dive func(context.Context) error) error {
	key, me := "wreck:"+wreck, uuid.NewString()
	ok, err := t.rdb.SetNX(ctx, key, me, t.ttl).Result()
	if err != nil || !ok {
		return errors.Join(err, errors.New("divers: somebody dives there"))
	}
	defer up.Run(context.WithoutCancel(ctx), t.rdb, []string{key}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			time.Sleep(t.every)
			n, err := longer.Run(ctx, t.rdb, []string{key}, me, t.ttl.Milliseconds()).Int() // want nolost
			if err != nil || n == 0 {
				return
			}
		}
	}()
	return dive(ctx)
}
