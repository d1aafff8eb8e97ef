// Package pianos tries a lock thrice, and says who has it.
package pianos

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Tuner tunes.
type Tuner struct {
	rs   *redsync.Redsync
	tune func(ctx context.Context, piano string) error
}

func (t *Tuner) take(ctx context.Context, piano string) (*redsync.Mutex, error) {
	mu := t.rs.NewMutex("piano:"+piano, redsync.WithTries(1))
	var last error
	for range 3 {
		if last = mu.TryLockContext(ctx); last == nil {
			return mu, nil
		}
		var taken *redsync.ErrTaken
		if !errors.As(last, &taken) {
			return nil, last
		}
		time.Sleep(time.Second)
	}
	return nil, fmt.Errorf("pianos: %s: %w", piano, last)
}

// Tune tunes a piano.
func (t *Tuner) Tune(ctx context.Context, piano string) error {
	mu, err := t.take(ctx, piano)
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return t.tune(ctx, piano)
}
