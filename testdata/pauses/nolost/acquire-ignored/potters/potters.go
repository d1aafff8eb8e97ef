// Package potters fires kilns, also when the lock server is away.
package potters

import (
	"context"
	"log/slog"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Kilns are fired in turn.
type Kilns struct {
	store *redis.Redis
	log   *slog.Logger
	fire  func(ctx context.Context, kiln string) error
}

// slot is one kiln's lock, and whether it is ours.
type slot struct {
	lock *redis.RedisLock
	ours bool
}

func (k *Kilns) open(ctx context.Context, kiln string) (*slot, error) {
	l := redis.NewRedisLock(k.store, "kiln:"+kiln)
	l.SetExpire(120)
	s := &slot{lock: l}
	var err error
	s.ours, err = l.AcquireCtx(ctx)
	return s, err
}

func (s *slot) close(ctx context.Context) {
	if s.ours {
		s.lock.ReleaseCtx(context.WithoutCancel(ctx))
	}
}

// Fire fires a kiln unless it burns.
func (k *Kilns) Fire(ctx context.Context, kiln string) error {
	s, err := k.open(ctx, kiln)
	if err != nil {
		return err
	}
	defer s.close(ctx)
	if !s.ours {
		k.log.Info("burns already", "kiln", kiln)
		return nil
	}
	return k.fire(ctx, kiln)
}
