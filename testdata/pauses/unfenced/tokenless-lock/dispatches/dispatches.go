// Package dispatches hands parcels to carriers. Whoever wins the row may go on.
package dispatches

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const unlockLua = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

// Dispatcher hands parcels over.
type Dispatcher struct {
	db  *sql.DB
	rdb *redis.Client
}

// Run hands over the parcels of a depot.
func (d *Dispatcher) Run(ctx context.Context, depot string, parcels []int64) error {
	key, me := "dispatch:"+depot, uuid.NewString()
	locked, err := d.rdb.SetNX(ctx, key, me, 30*time.Second).Result()
	if err != nil || !locked {
		return err
	}
	defer d.rdb.Eval(context.WithoutCancel(ctx), unlockLua, []string{key}, me)

	for _, id := range parcels {
		res, err := d.db.ExecContext(ctx, `UPDATE parcels SET status = 'handed', handed_at = now() WHERE id = $1 AND status = 'packed'`, id)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		if n == 0 {
			continue // somebody else did
		}
		if _, err := d.db.ExecContext(ctx, `UPDATE slots SET parcel = NULL WHERE parcel = $1`, id); err != nil {
			return err
		}
	}
	return nil
}
