// Package guard has a lock that other packages take by a function.
package guard

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Guard takes locks.
type Guard struct{ Locks *redislock.Client }

// Do calls f with the lock of an account held.
func (g *Guard) Do(ctx context.Context, account string, f func(context.Context) error) error {
	lock, err := g.Locks.Obtain(ctx, "account:"+account, 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return f(ctx)
}
