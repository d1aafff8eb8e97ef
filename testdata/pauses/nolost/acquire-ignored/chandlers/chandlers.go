// Package chandlers keeps the tariff of a harbour current.
package chandlers

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Chandler sells by tariff.
type Chandler struct {
	rs  *redsync.Redsync
	db  *sql.DB
	log *slog.Logger
}

// Raise raises the tariff of a harbour by some percent.
func (c *Chandler) Raise(ctx context.Context, harbour string, percent int) error {
	mu := c.rs.NewMutex("tariff:"+harbour, redsync.WithExpiry(20*time.Second), redsync.WithTries(5))
	if err := mu.LockContext(ctx); err != nil { // want nolost
		c.log.Warn("tariff is locked", "harbour", harbour, "error", err)
	}
	defer func() {
		if _, err := mu.UnlockContext(context.WithoutCancel(ctx)); err != nil {
			c.log.Warn("tariff stays locked", "harbour", harbour, "error", err)
		}
	}()
	var cents int
	if err := c.db.QueryRowContext(ctx, "SELECT cents FROM tariffs WHERE harbour = ?", harbour).Scan(&cents); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, "UPDATE tariffs SET cents = ? WHERE harbour = ?", cents+cents*percent/100, harbour) // want unfenced
	return err
}
