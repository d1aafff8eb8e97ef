// Package encoders encodes films, each on one machine.
package encoders

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Encoder encodes films.
type Encoder struct {
	rs     *redsync.Redsync
	encode func(ctx context.Context, film string) error
}

// Encode encodes one film; it takes hours.
func (e *Encoder) Encode(ctx context.Context, film string) error {
	mu := e.rs.NewMutex("film:"+film, redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	done := make(chan struct{})
	defer close(done)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // want nolost
					slog.Error("could not extend", "film", film, "ok", ok, "err", err)
				}
			}
		}
	}()
	return e.encode(ctx, film)
}
