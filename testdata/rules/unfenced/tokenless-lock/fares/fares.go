// Package fares sets fares. The new fare does not depend on the old one.
package fares

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Fares struct {
	pool  *pgxpool.Pool
	locks *redislock.Client
}

// Set stores a fare.
func (f *Fares) Set(ctx context.Context, line string, cents int) error {
	l, err := f.locks.Obtain(ctx, "fare:"+line, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = f.pool.Exec(ctx, "UPDATE fares SET cents = $1 WHERE line = $2", cents, line) // want unfenced
	return err
}

// Log keeps every change under its own id.
func (f *Fares) Log(ctx context.Context, id, line string, cents int) error {
	l, err := f.locks.Obtain(ctx, "fare-log:"+line, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = f.pool.Exec(ctx, "INSERT INTO fare_log (id, line, cents) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", id, line, cents) // ok: once for each id
	return err
}

// Digest mails a digest; two mails harm nobody.
func (f *Fares) Digest(ctx context.Context, line, text string) error {
	//locklint:efficiency a second digest is a nuisance only
	l, err := f.locks.Obtain(ctx, "fare-digest:"+line, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var last string
	if err := f.pool.QueryRow(ctx, "SELECT digest FROM lines WHERE line = $1", line).Scan(&last); err != nil {
		return err
	}
	_, err = f.pool.Exec(ctx, "UPDATE lines SET digest = $1 WHERE line = $2", last+text, line) // ok: declared
	return err
}
