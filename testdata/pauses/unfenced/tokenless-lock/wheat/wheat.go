// Package wheat sells by a script that looks whose lock it is.
package wheat

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	sell = redis.NewScript(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then
	return -1
end
redis.call("SET", KEYS[2], ARGV[2])
return 1`)
	free = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

var errLost = errors.New("wheat: not ours any more")

// Market sells.
type Market struct{ rdb *redis.Client }

// Sell sells some of what there is.
func (m *Market) Sell(ctx context.Context, stall string, tons int) error {
	lock, me := "{"+stall+"}:lock", uuid.NewString()
	ok, err := m.rdb.SetNX(ctx, lock, me, 10*time.Second).Result()
	if err != nil || !ok {
		return errors.Join(err, errLost)
	}
	defer free.Run(context.WithoutCancel(ctx), m.rdb, []string{lock}, me)
	have, err := m.rdb.Get(ctx, "{"+stall+"}:tons").Int()
	if err != nil {
		return err
	}
	n, err := sell.Run(ctx, m.rdb, []string{lock, "{" + stall + "}:tons"}, me, have-tons).Int()
	if err != nil {
		return err
	}
	if n < 0 {
		return errLost
	}
	return nil
}
