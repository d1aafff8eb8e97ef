// Package porters carries luggage.
package porters

import (
	"context"
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

// Desk hands out trolleys.
type Desk struct {
	pool  *redis.Pool
	carry func(ctx context.Context, room string) error
}

// take takes a trolley for a minute.
func take(conn redis.Conn, key, owner string) error {
	_, err := conn.Do("SET", key, owner, "NX", "EX", int(time.Minute/time.Second)) // want nolost
	return err
}

// Carry carries the luggage of a room.
func (d *Desk) Carry(ctx context.Context, trolley, room string) error {
	conn, err := d.pool.GetContext(ctx)
	if err != nil {
		return fmt.Errorf("porters: %w", err)
	}
	defer conn.Close()
	key, owner := "trolley:"+trolley, uuid.NewString()
	if err := take(conn, key, owner); err != nil {
		return fmt.Errorf("porters: trolley %s: %w", trolley, err)
	}
	defer putBack.Do(conn, key, owner)
	return d.carry(ctx, room)
}
