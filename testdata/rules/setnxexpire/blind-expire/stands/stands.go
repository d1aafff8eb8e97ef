// Package stands assigns market stands.
package stands

import (
	"context"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

type Market struct {
	store *redis.Redis
	hold  int
}

// Assign gives a stand to a trader.
func (m *Market) Assign(ctx context.Context, stand, trader string) (bool, error) {
	key := "stand:" + stand
	ok, err := m.store.SetnxCtx(ctx, key, trader) // want setnxexpire
	if err != nil {
		return false, err
	}
	if err := m.store.ExpireCtx(ctx, key, m.hold); err != nil {
		return false, err
	}
	return ok, nil
}

// AssignNow gives a free stand away.
func (m *Market) AssignNow(ctx context.Context, stand, trader string) (bool, error) {
	return m.store.SetnxExCtx(ctx, "stand:now:"+stand, trader, 3600) // ok: one command
}

const grab = `if redis.call("SET", KEYS[1], ARGV[1], "NX", "EX", ARGV[2]) then return 1 else return 0 end`

// AssignTwo takes a double stand.
func (m *Market) AssignTwo(ctx context.Context, stand, trader string) (bool, error) {
	n, err := m.store.EvalCtx(ctx, grab, []string{"stand:two:" + stand}, trader, m.hold) // ok: one script
	if err != nil {
		return false, err
	}
	return n == int64(1), nil
}
