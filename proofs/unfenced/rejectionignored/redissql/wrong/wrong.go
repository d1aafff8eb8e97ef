// Package wrong does not ask whether its write was refused.
package wrong

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/proofs/internal/owned"
	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "account:7:lock"
	account = "7"
	ttl     = 2 * time.Second
)

// Run notes that n more were sold.
func Run(ctx context.Context, rdb *redis.Client, db *sql.DB, n int) error {
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	pause.At(ctx, pause.Acquired)
	defer owned.Release(context.WithoutCancel(ctx), rdb, key, owner)
	var sold, version int
	err = db.QueryRowContext(ctx, "SELECT sold, version FROM accounts WHERE id = ?", account).Scan(&sold, &version)
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.ExecContext(ctx, "UPDATE accounts SET sold = ?, version = version + 1 WHERE id = ? AND version = ?", sold+n, account, version) // want unfenced/rejection-ignored
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
