// Package work imports neither the client nor the lock.
package work

import (
	"context"

	"example.test/program/holder"
)

func Work(ctx context.Context, h *holder.Context) bool {
	return h.Locks.Main.Lock(ctx, "work") // want probe
}

var Later = func(ctx context.Context, h *holder.Context) bool {
	return h.Locks.Main.Lock(ctx, "later") // want probe
}
