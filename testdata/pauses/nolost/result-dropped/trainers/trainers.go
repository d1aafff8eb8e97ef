// Package trainers trains models under a lock that a timer keeps.
package trainers

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

const ttl = time.Minute

// keeper keeps a lock until it is stopped, or until it cannot any longer.
type keeper struct {
	mu    sync.Mutex
	lock  *redislock.Lock
	timer *time.Timer
}

func keep(l *redislock.Lock) *keeper {
	k := &keeper{lock: l}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.timer = time.AfterFunc(ttl/3, k.beat)
	return k
}

func (k *keeper) beat() {
	ctx, cancel := context.WithTimeout(context.Background(), ttl/6)
	defer cancel()
	if k.lock.Refresh(ctx, ttl, nil) != nil { // want nolost
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.timer.Reset(ttl / 3)
}

func (k *keeper) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.timer.Stop()
}

// Trainer trains.
type Trainer struct {
	locks *redislock.Client
	train func(context.Context, string) error
}

// Train trains one model.
func (t *Trainer) Train(ctx context.Context, model string) error {
	l, err := t.locks.Obtain(ctx, "model:"+model, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	defer keep(l).stop()
	return t.train(ctx, model)
}
