// Package orders ships orders.
package orders

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

const freeIfMine = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`

var errBusy = errors.New("order is being changed")

// Mutex is a lock on one order.
type Mutex struct {
	c          redis.Cmdable
	key, token string
}

func NewMutex(c redis.Cmdable, order int64) *Mutex {
	return &Mutex{c: c, key: "order:" + strconv.FormatInt(order, 10), token: uuid.NewString()}
}

func (m *Mutex) Lock(ctx context.Context) error {
	for range 20 {
		ok, err := m.c.SetNX(ctx, m.key, m.token, 15*time.Second).Result()
		if err != nil || ok {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return errBusy
}

func (m *Mutex) Unlock(ctx context.Context) {
	m.c.Eval(context.WithoutCancel(ctx), freeIfMine, []string{m.key}, m.token)
}

type Desk struct {
	c  redis.Cmdable
	db *sqlx.DB
}

// Ship looks at the state and changes it.
func (d *Desk) Ship(ctx context.Context, order int64) (err error) {
	m := NewMutex(d.c, order)
	if err = m.Lock(ctx); err != nil {
		return
	}
	defer m.Unlock(ctx)
	var state string
	if err = d.db.GetContext(ctx, &state, "SELECT state FROM orders WHERE id = ?", order); err != nil {
		return
	}
	if state != "paid" {
		return errors.New("not paid")
	}
	_, err = d.db.ExecContext(ctx, "UPDATE orders SET state = 'shipped' WHERE id = ?", order) // want unfenced
	return
}

// Cancel lets the statement look at the state.
func (d *Desk) Cancel(ctx context.Context, order int64) error {
	m := NewMutex(d.c, order)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx)
	res, err := d.db.ExecContext(ctx, "UPDATE orders SET state = 'cancelled' WHERE id = ? AND state = 'paid'", order) // ok: an expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errors.New("not paid"), err)
	}
	return nil
}

// Claim writes only after it has won the row.
func (d *Desk) Claim(ctx context.Context, order int64, clerk string) error {
	m := NewMutex(d.c, order)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx)
	res, err := d.db.ExecContext(ctx, "UPDATE orders SET clerk = ? WHERE id = ? AND clerk IS NULL", clerk, order)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return err
	}
	_, err = d.db.ExecContext(ctx, "UPDATE desks SET current_order = ? WHERE clerk = ?", order, clerk) // ok: the claim was won
	return err
}

// Take takes goods while there are any.
func (d *Desk) Take(ctx context.Context, order, item int64, n int) error {
	m := NewMutex(d.c, order)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx)
	res, err := d.db.ExecContext(ctx, "UPDATE items SET stock = stock - ? WHERE id = ? AND stock >= ?", n, item, n) // ok: bounded and relative
	if err != nil {
		return err
	}
	if left, err := res.RowsAffected(); err != nil || left == 0 {
		return errors.Join(errors.New("sold out"), err)
	}
	return nil
}

// After writes when the lock is free again.
func (d *Desk) After(ctx context.Context, order int64) error {
	m := NewMutex(d.c, order)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	var state string
	err := d.db.GetContext(ctx, &state, "SELECT state FROM orders WHERE id = ?", order)
	m.Unlock(ctx)
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, "UPDATE reads SET last = ? WHERE id = ?", state, order) // ok: the lock is free already
	return err
}
