// Package shop writes under locks: its own and one of package guard.
package shop

import (
	"context"
	"database/sql"
	"time"

	"example.test/locks/guard"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Shop keeps accounts.
type Shop struct {
	db    *sql.DB
	rdb   *redis.Client
	guard *guard.Guard
	lease time.Duration
}

// Withdraw writes what it read under guard's lock.
func (s *Shop) Withdraw(ctx context.Context, account string, n int) error {
	return s.guard.Do(ctx, account, func(ctx context.Context) error {
		var balance int
		if err := s.db.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", account).Scan(&balance); err != nil {
			return err
		}
		_, err := s.db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", balance-n, account)
		return err
	})
}

// Report writes a row that a second run writes again.
func (s *Shop) Report(ctx context.Context, day string) error {
	owner := uuid.NewString()
	//locklint:efficiency a second report is the same one
	ok, err := s.rdb.SetNX(ctx, "report:"+day, owner, s.lease).Result()
	if err != nil || !ok {
		return err
	}
	//locklint:ignore plaindel/plain-delete reports are short
	defer s.rdb.Del(context.WithoutCancel(ctx), "report:"+day)
	_, err = s.db.ExecContext(ctx, "UPDATE reports SET done = true WHERE day = $1", day)
	return err
}

// Close takes a lock with a fixed owner and writes only what is still open.
func (s *Shop) Close(ctx context.Context, day string) error {
	ok, err := s.rdb.SetNX(ctx, "close:"+day, "shop", time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), "close:"+day)
	res, err := s.db.ExecContext(ctx, "UPDATE days SET state = 'closed' WHERE day = $1 AND state = 'open'", day)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return nil
}
