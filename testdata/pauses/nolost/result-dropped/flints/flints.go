// Package flints renews by a timer that sets itself again.
package flints

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	more = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], 12000) end return 0`)
	gone = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// Seam is held by one miner.
type Seam struct {
	rdb  *redis.Client
	key  string
	me   string
	lost context.CancelFunc
	mu   sync.Mutex
	next *time.Timer
	over bool
}

func (s *Seam) arm() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	s.next = time.AfterFunc(4*time.Second, func() {
		n, err := more.Run(context.Background(), s.rdb, []string{s.key}, s.me).Int()
		if err != nil || n == 0 {
			s.lost()
			return
		}
		s.arm()
	})
}

func (s *Seam) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.next.Stop()
	gone.Run(context.Background(), s.rdb, []string{s.key}, s.me)
}

// Mine mines a seam.
func Mine(ctx context.Context, rdb *redis.Client, seam string, mine func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &Seam{rdb: rdb, key: "seam:" + seam, me: uuid.NewString(), lost: cancel}
	ok, err := rdb.SetNX(ctx, s.key, s.me, 12*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	s.arm()
	defer s.leave()
	return mine(ctx)
}
