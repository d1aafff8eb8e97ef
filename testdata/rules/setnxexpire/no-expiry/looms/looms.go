// Package looms weaves.
package looms

import (
	"context"

	"github.com/go-redis/redis/v8"
)

type Mill struct{ c redis.UniversalClient }

// Weave weaves one bolt. It names no TTL, and the default is none.
func (m *Mill) Weave(ctx context.Context, bolt string, weave func(context.Context) error) error {
	h, err := Take(ctx, m.c, bolt, WithTries(3)) // maybe setnxexpire
	if err != nil {
		return err
	}
	defer h.Drop(context.WithoutCancel(ctx))
	return weave(ctx)
}
