// Package printers prints books; a lost lock cancels the print with a cause.
package printers

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// ErrLost is the cause of a print that lost its press.
var ErrLost = errors.New("printers: press was lost")

// Press prints on one press.
type Press struct {
	rs    *redsync.Redsync
	print func(context.Context, []byte) error
}

// Print prints a book.
func (p *Press) Print(ctx context.Context, press string, book []byte) error {
	mu := p.rs.NewMutex("press:"+press, redsync.WithExpiry(20*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(5 * time.Second):
			}
			if ok, err := mu.ExtendContext(ctx); !ok || err != nil {
				cancel(errors.Join(ErrLost, err))
				return
			}
		}
	}()
	if err := p.print(ctx, book); err != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	return nil
}
