// Package violas takes a lock without asking whether it got it.
package violas

import (
	"context"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Maker makes.
type Maker struct {
	store *redis.Redis
	glue  func(ctx context.Context, viola string) error
}

func (m *Maker) guard(ctx context.Context, viola string) (func(), error) {
	l := redis.NewRedisLock(m.store, "viola:"+viola)
	l.SetExpire(60)
	_, err := l.AcquireCtx(ctx) // want nolost
	if err != nil {
		return nil, err
	}
	return func() { l.ReleaseCtx(context.WithoutCancel(ctx)) }, nil
}

// Glue glues a viola.
func (m *Maker) Glue(ctx context.Context, viola string) error {
	done, err := m.guard(ctx, viola)
	if err != nil {
		return err
	}
	defer done()
	return m.glue(ctx, viola)
}
