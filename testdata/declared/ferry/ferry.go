// Package ferry books places on a ferry. The lock's functions are known by the
// configuration's rows.
package ferry

import (
	"context"
	"database/sql"
	"time"

	"example.test/declared/vault"
)

type Desk struct {
	locks *vault.Client
	db    *sql.DB
}

// Book takes a place.
func (d *Desk) Book(ctx context.Context, ferry string) error {
	l, err := d.locks.Take(ctx, "ferry:"+ferry, time.Minute)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	var free int
	if err := d.db.QueryRowContext(ctx, "SELECT free FROM ferries WHERE id = $1", ferry).Scan(&free); err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, "UPDATE ferries SET free = $1 WHERE id = $2", free-1, ferry) // want unfenced
	return err
}

// Digest mails the day's bookings: its key is declared.
func (d *Desk) Digest(ctx context.Context, day string) error {
	l, err := d.locks.Take(ctx, "digest:"+day, time.Minute)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	_, err = d.db.ExecContext(ctx, "UPDATE digests SET sent = true WHERE day = $1", day)
	return err
}

// Cross works as long as the crossing takes.
func (d *Desk) Cross(ctx context.Context, ferry string, steer func(context.Context)) error {
	l, err := d.locks.Take(ctx, "helm:"+ferry, time.Minute)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	done := make(chan struct{})
	defer close(done)
	go func() {
		t := time.NewTicker(20 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-done:
				return
			case <-t.C:
				_ = l.Prolong(ctx) // want nolost
			}
		}
	}()
	steer(ctx)
	return nil
}

// Free decides in the store.
func (d *Desk) Free(ctx context.Context, ferry string) error {
	l, err := d.locks.Take(ctx, "ferry:"+ferry, time.Minute)
	if err != nil {
		return err
	}
	defer l.Give(context.WithoutCancel(ctx))
	_, err = d.db.ExecContext(ctx, "DELETE FROM bookings WHERE ferry = $1 AND state = 'held'", ferry) // maybe unfenced
	return err
}
