// Package ledgers books transfers in serializable transactions.
package ledgers

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Book books transfers.
type Book struct {
	redis *redis.Redis
	db    *sql.DB
}

// Transfer moves cents between accounts.
func (b *Book) Transfer(ctx context.Context, from, to, cents int64) error {
	lock := redis.NewRedisLock(b.redis, fmt.Sprintf("transfer:%d", from))
	lock.SetExpire(int((10 * time.Second).Seconds()))
	ok, err := lock.AcquireCtx(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("account %d is busy", from)
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))

	tx, err := b.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var have int64
	if err := tx.QueryRowContext(ctx, `SELECT cents FROM accounts WHERE id = $1`, from).Scan(&have); err != nil {
		return err
	}
	if have < cents {
		return fmt.Errorf("account %d has %d of %d", from, have, cents)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE accounts SET cents = $1 WHERE id = $2`, have-cents, from); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, to); err != nil {
		return err
	}
	return tx.Commit()
}
