// Package tanners tans hides, with a period that is drawn anew each time.
package tanners

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const (
	expiry = 45 * time.Second
	base   = 12 * time.Second
)

// Pit is where hides lie.
type Pit struct {
	rs  *redsync.Redsync
	tan func(ctx context.Context, pit string) error
}

// Tan tans for hours. Not all tanners renew at once.
func (p *Pit) Tan(ctx context.Context, pit string) error {
	mu := p.rs.NewMutex("pit:"+pit, redsync.WithExpiry(expiry), redsync.WithFailFast(true))
	if err := mu.TryLockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for {
			wait := base + rand.N(base/2)
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok {
					return
				}
			}
		}
	}()
	return p.tan(ctx, pit)
}
