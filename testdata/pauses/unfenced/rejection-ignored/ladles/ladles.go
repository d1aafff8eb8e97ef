// Package ladles reads what a batch of statements answers.
package ladles

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errServed = errors.New("ladles: the guest was served")

// Kitchen serves.
type Kitchen struct {
	locks *redislock.Client
	pool  *pgxpool.Pool
}

// Serve serves a guest who waits.
func (k *Kitchen) Serve(ctx context.Context, guest string) error {
	l, err := k.locks.Obtain(ctx, "guest:"+guest, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var dish string
	err = k.pool.QueryRow(ctx, `UPDATE guests SET state = 'served' WHERE name = $1 AND state = 'waits' RETURNING dish`, guest).Scan(&dish)
	if errors.Is(err, pgx.ErrNoRows) {
		return errServed
	}
	return err
}
