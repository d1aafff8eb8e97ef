// Package carousels turns a carousel's state in the same script that looks at the
// lock's owner, and reserves places within their number.
package carousels

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	turn = redis.NewScript(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then
	return 0
end
redis.call("HSET", KEYS[2], "angle", ARGV[2])
return 1`)
	free = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`)
)

// Carousel is one carousel.
type Carousel struct {
	name string
	rdb  *redis.Client
	db   *sql.DB
}

// Turn turns it to the angle and sells n rides.
func (c *Carousel) Turn(ctx context.Context, angle, n int) error {
	lock, owner := "carousel:"+c.name+":lock", uuid.NewString()
	ok, err := c.rdb.SetNX(ctx, lock, owner, 10*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("carousels: turning")
	}
	defer free.Run(context.WithoutCancel(ctx), c.rdb, []string{lock}, owner)

	done, err := turn.Run(ctx, c.rdb, []string{lock, "carousel:" + c.name}, owner, angle).Int()
	if err != nil {
		return err
	}
	if done == 0 {
		return errors.New("carousels: lock lost")
	}
	res, err := c.db.ExecContext(ctx, `UPDATE rides SET left_over = left_over - $1 WHERE carousel = $2 AND left_over >= $1`, n, c.name)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(err, errors.New("carousels: sold out"))
	}
	return nil
}
