package rueidislock

import (
	"context"

	"github.com/valkey-io/valkey-go/valkeylock"
)

// Fax is on valkeylock, and works on the context that does not end with the
// lock.
func Fax(ctx context.Context, l valkeylock.Locker, send func(context.Context) error) error {
	_, cancel, err := l.TryWithContext(ctx, "fax") // want nolost
	if err != nil {
		return err
	}
	defer cancel()
	return send(ctx)
}
