// Package plumbers lets one plumber at a pipe.
package plumbers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var longer = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)

var errPipe = errors.New("plumbers: somebody is at the pipe")

// Pipe is held by one plumber.
type Pipe struct {
	rdb  *redis.Client
	key  string
	me   string
	quit chan struct{}
	lost chan struct{}
}

// Hold takes a pipe and keeps it.
func Hold(ctx context.Context, rdb *redis.Client, pipe string) (*Pipe, error) {
	p := &Pipe{rdb: rdb, key: "pipe:" + pipe, me: uuid.NewString(), quit: make(chan struct{}), lost: make(chan struct{})}
	ok, err := rdb.SetNX(ctx, p.key, p.me, 15*time.Second).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errPipe
	}
	go p.keep()
	return p, nil
}

func (p *Pipe) keep() {
	defer close(p.lost)
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-tick.C:
		}
		n, err := longer.Run(context.Background(), p.rdb, []string{p.key}, p.me, 15000).Int() // want nolost
		if err != nil || n == 0 {
			return
		}
	}
}

// Repair repairs the pipe until it is lost.
func (p *Pipe) Repair(ctx context.Context, repair func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return repair(ctx)
}
