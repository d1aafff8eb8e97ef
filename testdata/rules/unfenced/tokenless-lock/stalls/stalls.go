// Package stalls rents out stalls, behind interfaces of its own.
package stalls

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

// Unlocker gives a lock back.
type Unlocker interface{ Unlock(context.Context) error }

// Locker takes locks.
type Locker interface {
	Lock(ctx context.Context, key string) (Unlocker, error)
}

// Store keeps stalls.
type Store interface {
	Days(ctx context.Context, stall int64) (days, version int, err error)
	SetDays(ctx context.Context, stall int64, days int) error
	SetDaysAt(ctx context.Context, stall int64, days, version int) (bool, error)
}

type held struct{ l *redislock.Lock }

func (h held) Unlock(ctx context.Context) error { return h.l.Release(ctx) }

type redisLocker struct{ c *redislock.Client }

func (r redisLocker) Lock(ctx context.Context, key string) (Unlocker, error) {
	l, err := r.c.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return held{l}, nil
}

type sqlStore struct{ db *sql.DB }

func (s sqlStore) Days(ctx context.Context, stall int64) (days, version int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT days, version FROM stalls WHERE id = ?", stall).Scan(&days, &version)
	return
}

func (s sqlStore) SetDays(ctx context.Context, stall int64, days int) error {
	_, err := s.db.ExecContext(ctx, "UPDATE stalls SET days = ? WHERE id = ?", days, stall) // maybe unfenced
	return err
}

func (s sqlStore) SetDaysAt(ctx context.Context, stall int64, days, version int) (bool, error) {
	res, err := s.db.ExecContext(ctx, "UPDATE stalls SET days = ?, version = version + 1 WHERE id = ? AND version = ?", days, stall, version)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

type Market struct {
	locks Locker
	store Store
}

func New(c *redislock.Client, db *sql.DB) *Market {
	return &Market{locks: redisLocker{c}, store: sqlStore{db}}
}

// Rent adds days to what is stored.
func (m *Market) Rent(ctx context.Context, stall int64, days int) error {
	l, err := m.locks.Lock(ctx, fmt.Sprintf("stall:%d", stall))
	if err != nil {
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx))
	have, _, err := m.store.Days(ctx, stall)
	if err != nil {
		return err
	}
	return m.store.SetDays(ctx, stall, have+days) // want unfenced
}

// Return takes days from what is stored, at the version it read.
func (m *Market) Return(ctx context.Context, stall int64, days int) error {
	l, err := m.locks.Lock(ctx, fmt.Sprintf("stall:%d", stall))
	if err != nil {
		return err
	}
	defer l.Unlock(context.WithoutCancel(ctx))
	have, version, err := m.store.Days(ctx, stall)
	if err != nil {
		return err
	}
	ok, err := m.store.SetDaysAt(ctx, stall, have-days, version) // ok: a version, looked at
	if err == nil && !ok {
		err = errors.New("stall changed meanwhile")
	}
	return err
}

// List reads only.
func (m *Market) List(ctx context.Context, stall int64) (int, error) {
	l, err := m.locks.Lock(ctx, fmt.Sprintf("stall:%d", stall))
	if err != nil {
		return 0, err
	}
	defer l.Unlock(context.WithoutCancel(ctx))
	days, _, err := m.store.Days(ctx, stall) // ok: a read
	return days, err
}
