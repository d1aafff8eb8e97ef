// Package skuas gets a context from valkeylock, and works with its own.
package skuas

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
	held, release, err := c.locker.WithContext(ctx, "cliff:"+cliff) // want nolost
	if err != nil {
		return err
	}
	defer release()
	if held == nil {
		return context.Canceled
	}
	for _, l := range ledges {
		if err := c.nest(ctx, l); err != nil {
			return err
		}
	}
	return nil
}
