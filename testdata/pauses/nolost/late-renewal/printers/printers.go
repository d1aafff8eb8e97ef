// Package printers prints the evening edition on one press.
package printers

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"golang.org/x/sync/errgroup"
)

var errPress = errors.New("printers: the press was taken")

// Press prints.
type Press struct {
	rs    *redsync.Redsync
	print func(ctx context.Context, edition string) error
}

// Print prints an edition. The mutex has redsync's own expiry.
func (p *Press) Print(ctx context.Context, press, edition string) error {
	mu := p.rs.NewMutex("press:" + press)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, stop := context.WithCancel(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(6 * time.Second):
			}
			if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // want nolost
				return errors.Join(errPress, err)
			}
		}
	})
	g.Go(func() error {
		defer stop()
		return p.print(ctx, edition)
	})
	return g.Wait()
}
