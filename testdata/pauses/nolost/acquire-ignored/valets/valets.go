// Package valets parks cars.
package valets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var putBack = redis.NewScript(1, `
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
else
	return 0
end`)

// ErrTaken says that the bay is being used.
var ErrTaken = errors.New("valets: bay is taken")

// Desk knows the bays.
type Desk struct {
	pool *redis.Pool
	park func(ctx context.Context, car string) error
}

// take takes a bay for a minute. The server answers nil if it is taken.
func take(conn redis.Conn, key, owner string) error {
	_, err := redis.String(conn.Do("SET", key, owner, "NX", "EX", int(time.Minute/time.Second)))
	if errors.Is(err, redis.ErrNil) {
		return ErrTaken
	}
	return err
}

// Park parks a car.
func (d *Desk) Park(ctx context.Context, bay, car string) error {
	conn, err := d.pool.GetContext(ctx)
	if err != nil {
		return fmt.Errorf("valets: %w", err)
	}
	defer conn.Close()
	key, owner := "bay:"+bay, uuid.NewString()
	if err := take(conn, key, owner); err != nil {
		return fmt.Errorf("valets: bay %s: %w", bay, err)
	}
	defer putBack.Do(conn, key, owner)
	return d.park(ctx, car)
}
