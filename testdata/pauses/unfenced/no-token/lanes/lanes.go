// Package lanes opens lanes of a bridge. One script takes the lock and a number.
package lanes

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	take = redis.NewScript(`
if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then
	return redis.call("INCR", KEYS[2])
end
return 0`)
	give = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)
)

// Bridge has lanes.
type Bridge struct {
	rdb *redis.Client
	db  *sql.DB
}

// Open opens a lane in a direction.
func (b *Bridge) Open(ctx context.Context, lane, direction string) error {
	key, owner := "lane:{"+lane+"}", uuid.NewString()
	fence, err := take.Run(ctx, b.rdb, []string{key, key + ":fence"}, owner, (10 * time.Second).Milliseconds()).Int64()
	if err != nil {
		return err
	}
	if fence == 0 {
		return errors.New("lanes: being switched")
	}
	defer give.Run(context.WithoutCancel(ctx), b.rdb, []string{key}, owner)

	write := func(q string, args ...any) error {
		res, err := b.db.ExecContext(ctx, q, args...)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err == nil && n == 0 {
			err = errors.New("lanes: overtaken")
		}
		return err
	}
	return write(`UPDATE lanes SET direction = $1, fence = $2 WHERE id = $3 AND fence < $2`, direction, fence, lane)
}
