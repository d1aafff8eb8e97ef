package pglock

import (
	"context"

	"cirello.io/pglock"
)

// Stub works with the context that does not end with the lock.
func (b *Booth) Stub(ctx context.Context, roll string, stub func(context.Context) error) error {
	return b.locks.Do(ctx, roll, func(context.Context, *pglock.Lock) error {
		return stub(ctx) // maybe nolost
	})
}

// Glue works with the context that ends with the lock.
func (b *Booth) Glue(ctx context.Context, roll string, glue func(context.Context) error) error {
	return b.locks.Do(ctx, roll, func(ctx context.Context, _ *pglock.Lock) error {
		return glue(ctx) // ok nolost: cancelled with the lock
	})
}
