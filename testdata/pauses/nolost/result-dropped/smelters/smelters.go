// Package smelters returns a renewal's failure from the function that runs it.
package smelters

import (
	"context"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
	"k8s.io/apimachinery/pkg/util/wait"
)

// Smelter smelts ore.
type Smelter struct {
	lock  *redis.RedisLock
	smelt func(context.Context) error
}

// New returns a smelter for a furnace.
func New(r *redis.Redis, furnace string) *Smelter {
	l := redis.NewRedisLock(r, "furnace:"+furnace)
	l.SetExpire(30)
	return &Smelter{lock: l}
}

// renew takes the lock again, which prolongs it, until that fails.
func (s *Smelter) renew(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, 10*time.Second, false, func(ctx context.Context) (bool, error) {
		ok, err := s.lock.AcquireCtx(ctx)
		return !ok, err
	})
}

// Run smelts. What ends first ends both.
func (s *Smelter) Run(ctx context.Context) error {
	ok, err := s.lock.AcquireCtx(ctx)
	if err != nil || !ok {
		return err
	}
	defer s.lock.ReleaseCtx(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errc := make(chan error, 2)
	go func() { errc <- s.renew(ctx) }()
	go func() { errc <- s.smelt(ctx) }()
	return <-errc
}
