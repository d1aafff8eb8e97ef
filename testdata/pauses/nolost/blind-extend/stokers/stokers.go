// Package stokers keeps a boiler hot with a mutex that compares by itself.
package stokers

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var errCold = errors.New("stokers: the boiler was taken")

// Boiler is heated by one stoker.
type Boiler struct {
	rs    *redsync.Redsync
	stoke func(ctx context.Context, coal int) error
}

// Heat shovels coal, and prolongs the mutex after each shovel.
func (b *Boiler) Heat(ctx context.Context, boiler string, shovels int) error {
	mu := b.rs.NewMutex("boiler:"+boiler, redsync.WithExpiry(15*time.Second))
	if err := mu.TryLockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	for coal := range shovels {
		if err := b.stoke(ctx, coal); err != nil {
			return err
		}
		switch ok, err := mu.ExtendContext(ctx); {
		case err != nil:
			return err
		case !ok:
			return errCold
		}
	}
	return nil
}
