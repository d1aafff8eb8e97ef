// Package tailors books sewing machines.
package tailors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var leave = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

var errBusy = errors.New("tailors: machine is busy")

// machine is the right to one machine.
type machine struct {
	rdb  redis.UniversalClient
	key  string
	mine string
}

func (m *machine) Lock(ctx context.Context) error {
	cmd := m.rdb.SetNX(ctx, m.key, m.mine, 30*time.Second)
	if err := cmd.Err(); err != nil {
		return fmt.Errorf("machine %s: %w", m.key, err)
	}
	if !cmd.Val() {
		return errBusy
	}
	return nil
}

func (m *machine) Unlock(ctx context.Context) error {
	return leave.Run(ctx, m.rdb, []string{m.key}, m.mine).Err()
}

// Shop has machines.
type Shop struct {
	rdb redis.UniversalClient
	sew func(ctx context.Context, coat string) error
}

// Sew sews a coat.
func (s *Shop) Sew(ctx context.Context, number int, coat string) (err error) {
	m := &machine{rdb: s.rdb, key: fmt.Sprintf("shop:machine:%d", number), mine: uuid.NewString()}
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		if uerr := m.Unlock(context.WithoutCancel(ctx)); err == nil {
			err = uerr
		}
	}()
	return s.sew(ctx, coat)
}
