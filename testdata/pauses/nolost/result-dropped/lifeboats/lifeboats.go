// Package lifeboats keeps an error that the crew asks for.
package lifeboats

import (
	"context"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Boat is a boat with a crew.
type Boat struct {
	mutex *redsync.Mutex
	mu    sync.Mutex
	err   error
	timer *time.Timer
}

// Board takes the boat and arms the timer that keeps it.
func Board(ctx context.Context, rs *redsync.Redsync, name string) (*Boat, error) {
	b := &Boat{mutex: rs.NewMutex("boat:"+name, redsync.WithExpiry(24*time.Second))}
	if err := b.mutex.LockContext(ctx); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer = time.AfterFunc(8*time.Second, b.extend)
	return b, nil
}

func (b *Boat) extend() {
	_, err := b.mutex.Extend()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.err = err
		return
	}
	b.timer.Reset(8 * time.Second)
}

// Err is why the boat is no longer ours, or nil.
func (b *Boat) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Row rows stroke by stroke.
func (b *Boat) Row(ctx context.Context, strokes int, row func(context.Context) error) error {
	for range strokes {
		if err := b.Err(); err != nil {
			return err
		}
		if err := row(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Leave gives the boat back.
func (b *Boat) Leave(ctx context.Context) error {
	b.mu.Lock()
	b.timer.Stop()
	b.mu.Unlock()
	_, err := b.mutex.UnlockContext(ctx)
	return err
}
