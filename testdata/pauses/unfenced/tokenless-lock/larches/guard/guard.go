// Package guard runs functions one at a time.
package guard

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Guard guards.
type Guard struct{ RS *redsync.Redsync }

// Do runs f while the name is ours, and returns what it returns.
func Do[T any](ctx context.Context, g *Guard, name string, f func(context.Context) (T, error)) (T, error) {
	mu := g.RS.NewMutex(name, redsync.WithExpiry(15*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		var zero T
		return zero, err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return f(ctx)
}
