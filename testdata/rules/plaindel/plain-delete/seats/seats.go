// Package seats sells seats.
package seats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errHeld = errors.New("row is held")

// Row is a lock on one row of a hall.
type Row struct {
	c     redis.UniversalClient
	key   string
	token string
}

// Hold makes the lock of a row.
func Hold(c redis.UniversalClient, hall string, row int) *Row {
	return &Row{c: c, key: fmt.Sprintf("hall:%s:row:%d", hall, row), token: uuid.NewString()}
}

func (r *Row) Lock(ctx context.Context) error {
	ok, err := r.c.SetNX(ctx, r.key, r.token, 20*time.Second).Result()
	if err == nil && !ok {
		return errHeld
	}
	return err
}

func (r *Row) Unlock(ctx context.Context) error {
	return r.c.Unlink(ctx, r.key).Err() // want plaindel
}

// Aisle is a lock that compares before it deletes.
type Aisle struct{ Row }

const ifMine = `
local owner = redis.call("GET", KEYS[1])
if owner == ARGV[1] then
	return redis.call("UNLINK", KEYS[1])
else
	return 0
end`

func (a *Aisle) Unlock(ctx context.Context) error {
	n, err := a.c.Eval(ctx, ifMine, []string{a.key}, a.token).Int() // ok: compares
	if err == nil && n == 0 {
		return errHeld
	}
	return err
}

// Plan sells under the lock, and drops the hall's cached plan.
func Plan(ctx context.Context, c redis.UniversalClient, hall string, sell func(context.Context) error) (err error) {
	a := &Aisle{Row{c: c, key: "hall:" + hall + ":aisle", token: uuid.NewString()}}
	if err = a.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		if uerr := a.Unlock(context.WithoutCancel(ctx)); err == nil {
			err = uerr
		}
	}()
	if err = sell(ctx); err != nil {
		return err
	}
	return c.Del(ctx, "hall:"+hall+":plan").Err() // ok: a cache entry
}

// Once sells a voucher once; a failed sale gives the mark back.
func Once(ctx context.Context, c redis.Cmdable, voucher string, sell func() error) error {
	key := "voucher:" + voucher
	fresh, err := c.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil || !fresh {
		return err
	}
	if err := sell(); err != nil {
		c.Del(ctx, key) // ok: undoes a mark
		return err
	}
	return nil
}
