// Package miners digs block by block and reads a flag before each.
package miners

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	prolong = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	drop    = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Miner digs in one shaft.
type Miner struct {
	rdb   redis.Cmdable
	shaft string
	owner string
	lost  atomic.Bool
}

// New returns a miner for a shaft.
func New(rdb redis.Cmdable, shaft string) *Miner {
	return &Miner{rdb: rdb, shaft: "shaft:" + shaft, owner: uuid.NewString()}
}

func (m *Miner) keep(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(4 * time.Second)
		n, err := prolong.Run(ctx, m.rdb, []string{m.shaft}, m.owner, 12000).Int()
		if err != nil || n == 0 {
			m.lost.Store(true)
			return
		}
	}
}

// Dig digs blocks until the shaft is lost.
func (m *Miner) Dig(ctx context.Context, blocks []int, dig func(int) error) error {
	ok, err := m.rdb.SetNX(ctx, m.shaft, m.owner, 12*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), m.rdb, []string{m.shaft}, m.owner)
	kctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go m.keep(kctx)
	for _, b := range blocks {
		if m.lost.Load() {
			return errors.New("miners: shaft was lost")
		}
		if err := dig(b); err != nil {
			return err
		}
	}
	return nil
}
