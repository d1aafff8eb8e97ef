package redsync

import (
	"context"

	"github.com/go-redsync/redsync/v4"
)

// Fog looks at Extend's error only: that the lock is gone is false, too.
func Fog(ctx context.Context, rs *redsync.Redsync, steps []func() error) error {
	m := rs.NewMutex("fog")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for _, step := range steps {
		if _, err := m.ExtendContext(ctx); err != nil { // ok nolost: a lock that is gone has an error, too
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
