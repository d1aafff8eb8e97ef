// Package vouchers redeems vouchers. The rows' locks decide, the Redis lock
// only keeps the crowd away from them.
package vouchers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/redis/rueidis"
)

var unlock = rueidis.NewLuaScript(`if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("DEL",KEYS[1]) else return 0 end`)

// Voucher is a row.
type Voucher struct {
	Code  string `db:"code"`
	Left  int    `db:"uses_left"`
	Owner int64  `db:"owner"`
}

// Desk redeems vouchers.
type Desk struct {
	redis rueidis.Client
	db    *sqlx.DB
}

// Redeem uses a voucher once.
func (d *Desk) Redeem(ctx context.Context, code string, user int64) error {
	key, owner := "voucher:"+code+":lock", uuid.NewString()
	err := d.redis.Do(ctx, d.redis.B().Set().Key(key).Value(owner).Nx().Px(3*time.Second).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return errors.New("vouchers: try again")
	}
	if err != nil {
		return err
	}
	defer unlock.Exec(context.WithoutCancel(ctx), d.redis, []string{key}, []string{owner})

	tx, err := d.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var v Voucher
	if err := tx.GetContext(ctx, &v, `SELECT code, uses_left, owner FROM vouchers WHERE code = $1 FOR UPDATE`, code); err != nil {
		return err
	}
	if v.Left == 0 {
		return errors.New("vouchers: used up")
	}
	if _, err := tx.ExecContext(ctx, `UPDATE vouchers SET uses_left = $1, owner = $2 WHERE code = $3`, v.Left-1, user, code); err != nil {
		return err
	}
	return tx.Commit()
}
