// Package roofers lets one roofer on a roof.
package roofers

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var longer = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)

var errRoof = errors.New("roofers: somebody is on the roof")

// Roof is held by one roofer.
type Roof struct {
	rdb  *redis.Client
	key  string
	me   string
	once sync.Once
	quit chan struct{}
	lost chan struct{}
}

// Hold takes a roof and keeps it until Down.
func Hold(ctx context.Context, rdb *redis.Client, roof string) (*Roof, error) {
	r := &Roof{rdb: rdb, key: "roof:" + roof, me: uuid.NewString(), quit: make(chan struct{}), lost: make(chan struct{})}
	ok, err := rdb.SetNX(ctx, r.key, r.me, 15*time.Second).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errRoof
	}
	go r.keep()
	return r, nil
}

func (r *Roof) keep() {
	defer close(r.lost)
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-r.quit:
			return
		case <-tick.C:
		}
		n, err := longer.Run(context.Background(), r.rdb, []string{r.key}, r.me, 15000).Int()
		if err != nil || n == 0 {
			return
		}
	}
}

// Down leaves the roof; the key ends by itself.
func (r *Roof) Down() { r.once.Do(func() { close(r.quit) }) }

// Repair repairs the roof until it is lost.
func (r *Roof) Repair(ctx context.Context, repair func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-r.lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return repair(ctx)
}
