package goredislock

import (
	"context"

	redislock "github.com/jefferyjob/go-redislock"
)

// Sow renews by itself, and only a log hears that it failed.
func (m *Meadow) Sow(ctx context.Context) error {
	l := redislock.New(m.rdb, "sow", redislock.WithAutoRenew())
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer l.UnLock(context.WithoutCancel(ctx))
	var seeds int
	if err := m.db.QueryRowContext(ctx, "SELECT seeds FROM meadow WHERE id = 1").Scan(&seeds); err != nil {
		return err
	}
	_, err := m.db.ExecContext(ctx, "UPDATE meadow SET seeds = ? WHERE id = 1", seeds-1) // want unfenced
	return err
}
