// Package quiet renews rows whose loss is no error: the UPDATE changes none.
package quiet

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

type Mill struct{ db *sql.DB }

const (
	take = "UPDATE mills SET owner = ?, lease_until = NOW() + INTERVAL 30 SECOND WHERE id = ? AND (owner IS NULL OR lease_until < NOW())"
	keep = "UPDATE mills SET lease_until = NOW() + INTERVAL 30 SECOND WHERE id = ? AND owner = ?"
)

var errLost = errors.New("the mill is another's")

func (m *Mill) taken(ctx context.Context, me, id string) (bool, error) {
	res, err := m.db.ExecContext(ctx, take, me, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Grind looks at the error alone.
func (m *Mill) Grind(ctx context.Context, me, id string, work func(context.Context) error) error {
	if ok, err := m.taken(ctx, me, id); err != nil || !ok {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(10 * time.Second):
				_, err := m.db.ExecContext(ctx, keep, id, me) // want nolost
				if err != nil {
					cancel()
					return
				}
			}
		}
	}()
	return work(ctx)
}

// Mill looks at the rows.
func (m *Mill) Mill(ctx context.Context, me, id string, work func(context.Context) error) error {
	if ok, err := m.taken(ctx, me, id); err != nil || !ok {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(10 * time.Second):
				res, err := m.db.ExecContext(ctx, keep, id, me) // ok: none is told
				if err != nil {
					cancel(err)
					return
				}
				if n, err := res.RowsAffected(); err != nil || n == 0 {
					cancel(errLost)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// Press leaves the rows to a helper.
func (m *Mill) Press(ctx context.Context, me, id string, work func(context.Context) error) error {
	if ok, err := m.taken(ctx, me, id); err != nil || !ok {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(10 * time.Second):
				if err := one(m.db.ExecContext(ctx, keep, id, me)); err != nil { // ok: the helper looks
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

func one(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, errLost)
	}
	return nil
}
