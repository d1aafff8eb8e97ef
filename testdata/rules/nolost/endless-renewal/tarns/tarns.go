// Package tarns samples mountain lakes.
package tarns

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	keep = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

const ttl = 18 * time.Second

type Tarn struct {
	rdb   *redis.Client
	key   string
	owner string
	done  chan struct{}
	lost  func()
}

// Open renews, and has no way to end it.
func (t *Tarn) Open(ctx context.Context) (bool, error) {
	ok, err := t.rdb.SetNX(ctx, t.key, t.owner, ttl).Result()
	if err != nil || !ok {
		return false, err
	}
	go func() {
		for range time.Tick(ttl / 6) {
			n, err := keep.Run(context.Background(), t.rdb, []string{t.key}, t.owner, ttl.Milliseconds()).Int() // want nolost
			if err != nil || n == 0 {
				t.lost()
				return
			}
		}
	}()
	return true, nil
}

// OpenTimed renews until Close.
func (t *Tarn) OpenTimed(ctx context.Context) (bool, error) {
	ok, err := t.rdb.SetNX(ctx, t.key+":timed", t.owner, ttl).Result()
	if err != nil || !ok {
		return false, err
	}
	t.done = make(chan struct{})
	go func(done <-chan struct{}) {
		tick := time.NewTicker(ttl / 6)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				n, err := keep.Run(context.Background(), t.rdb, []string{t.key + ":timed"}, t.owner, ttl.Milliseconds()).Int() // ok: CloseTimed ends it
				if err != nil || n == 0 {
					t.lost()
					return
				}
			}
		}
	}(t.done)
	return true, nil
}

// CloseTimed ends the renewal and gives the key back.
func (t *Tarn) CloseTimed(ctx context.Context) error {
	close(t.done)
	return drop.Run(ctx, t.rdb, []string{t.key + ":timed"}, t.owner).Err()
}
