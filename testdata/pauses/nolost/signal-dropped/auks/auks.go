// Package auks works with the context of the lock that valkeylock ends.
package auks

import (
	"context"

	"github.com/valkey-io/valkey-go/valkeylock"
)

// Cliff is nested on by one pair.
type Cliff struct {
	locker valkeylock.Locker
	nest   func(context.Context, string) error
}

// Nest nests on the ledges of a cliff.
func (c *Cliff) Nest(ctx context.Context, cliff string, ledges []string) error {
	held, release, err := c.locker.WithContext(ctx, "cliff:"+cliff)
	if err != nil {
		return err
	}
	defer release()
	for _, l := range ledges {
		if err := c.nest(held, l); err != nil {
			return err
		}
	}
	return context.Cause(held)
}
