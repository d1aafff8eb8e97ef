// Package barbers books chairs.
package barbers

import (
	"context"
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

// chair is the right to sit on one chair.
type chair struct {
	rdb  redis.UniversalClient
	key  string
	mine string
}

func (c *chair) Lock(ctx context.Context) error {
	if err := c.rdb.SetNX(ctx, c.key, c.mine, 30*time.Second).Err(); err != nil { // want nolost
		return fmt.Errorf("chair %s: %w", c.key, err)
	}
	return nil
}

func (c *chair) Unlock(ctx context.Context) error {
	return leave.Run(ctx, c.rdb, []string{c.key}, c.mine).Err()
}

// Shop has chairs.
type Shop struct {
	rdb redis.UniversalClient
	cut func(ctx context.Context, guest string) error
}

// Seat seats a guest and cuts their hair.
func (s *Shop) Seat(ctx context.Context, number int, guest string) (err error) {
	c := &chair{rdb: s.rdb, key: fmt.Sprintf("shop:chair:%d", number), mine: uuid.NewString()}
	if err := c.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		if uerr := c.Unlock(context.WithoutCancel(ctx)); err == nil {
			err = uerr
		}
	}()
	return s.cut(ctx, guest)
}
