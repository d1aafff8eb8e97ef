// Package cellos takes a lock by a function that returns nil without it.
package cellos

import (
	"context"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Maker makes.
type Maker struct {
	store *redis.Redis
	glue  func(ctx context.Context, cello string) error
}

func (m *Maker) guard(ctx context.Context, cello string) (func(), error) {
	l := redis.NewRedisLock(m.store, "cello:"+cello)
	l.SetExpire(60)
	ok, err := l.AcquireCtx(ctx)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, nil
	}
	return func() { l.ReleaseCtx(context.WithoutCancel(ctx)) }, nil
}

// Glue glues a cello unless somebody does.
func (m *Maker) Glue(ctx context.Context, cello string) error {
	done, err := m.guard(ctx, cello)
	if err != nil || done == nil {
		return err
	}
	defer done()
	return m.glue(ctx, cello)
}
