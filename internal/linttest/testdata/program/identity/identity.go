// Package identity needs the types of weak to be the same, whether they come
// by way of far or not.
package identity

import (
	"context"

	"example.test/program/far"
	"example.test/program/lock"
	"example.test/program/weak"
)

func Same(ctx context.Context, l *lock.Locker) bool {
	var t weak.T = far.Get()
	return t.N == 1 && l.Lock(ctx, "same") // want probe
}
