// Package kilts sells kilts; a repository writes.
package kilts

import (
	"context"
	"strconv"
	"time"

	"github.com/go-redsync/redsync/v4"

	"example.test/shapes/functions/kilts/repo"
)

// Shop sells kilts.
type Shop struct {
	rs    *redsync.Redsync
	kilts *repo.Kilts
}

func (s *Shop) exclusive(ctx context.Context, id uint) (*redsync.Mutex, error) {
	m := s.rs.NewMutex("kilt:"+strconv.FormatUint(uint64(id), 10), redsync.WithExpiry(10*time.Second))
	return m, m.LockContext(ctx)
}

// Sell writes what it read under the lock.
func (s *Shop) Sell(ctx context.Context, id uint, n int) error {
	m, err := s.exclusive(ctx, id)
	if err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	k, err := s.kilts.Find(ctx, id)
	if err != nil {
		return err
	}
	k.Stock -= n
	return s.kilts.Store(ctx, k) // want unfenced
}

// Return writes only where nobody else has written since.
func (s *Shop) Return(ctx context.Context, id uint, n int) error {
	m, err := s.exclusive(ctx, id)
	if err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	k, err := s.kilts.Find(ctx, id)
	if err != nil {
		return err
	}
	return s.kilts.Swap(ctx, k, k.Stock+n) // ok: compares the version, and looks
}

// Show reads.
func (s *Shop) Show(ctx context.Context, id uint) (*repo.Kilt, error) {
	m, err := s.exclusive(ctx, id)
	if err != nil {
		return nil, err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	return s.kilts.Find(ctx, id)
}

// Rename writes without any lock.
func (s *Shop) Rename(ctx context.Context, id uint, clan string) error {
	k, err := s.kilts.Find(ctx, id)
	if err != nil {
		return err
	}
	k.Clan = clan
	return s.kilts.Store(ctx, k) // ok: no lock
}
