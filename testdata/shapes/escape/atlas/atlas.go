// Package atlas hands locks to its callers.
package atlas

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errOpen = errors.New("map is open")

// Atlas has maps.
type Atlas struct {
	c     *redis.Client
	locks *redislock.Client
	rs    *redsync.Redsync
}

// Open returns the lock.
func (a *Atlas) Open(ctx context.Context, sheet string) (*redislock.Lock, error) {
	return a.locks.Obtain(ctx, "open/"+sheet, time.Minute, nil) // ok: returned
}

// Borrow returns the mutex.
func (a *Atlas) Borrow(ctx context.Context, sheet string) (*redsync.Mutex, error) {
	m := a.rs.NewMutex("borrow/" + sheet)
	if err := m.LockContext(ctx); err != nil {
		return nil, err
	}
	return m, nil // ok: returned
}

// Ticket is key and owner.
type Ticket struct{ Key, Owner string }

// Reserve returns key and owner.
func (a *Atlas) Reserve(ctx context.Context, sheet string) (t Ticket, err error) {
	t = Ticket{"reserve/" + sheet, uuid.NewString()}
	ok, err := a.c.SetNX(ctx, t.Key, t.Owner, time.Minute).Result()
	if err == nil && !ok {
		err = errOpen
	}
	return t, err // ok: returned
}

// Result tells whether the lock was got, to whoever asks.
func (a *Atlas) Result(ctx context.Context, sheet, owner string) *redis.BoolCmd {
	return a.c.SetNX(ctx, "result/"+sheet, owner, time.Minute) // ok: the caller looks
}

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Return ends a reservation.
func (a *Atlas) Return(ctx context.Context, t Ticket) error {
	return a.c.Eval(ctx, cad, []string{t.Key}, t.Owner).Err() // ok: compares
}

// Rip ends a loan of a sheet by its name.
func (a *Atlas) Rip(ctx context.Context, sheet string) error {
	return a.c.Del(ctx, "reserve/"+sheet).Err() // want plaindel
}

// Peek does not look at the result, and works.
func (a *Atlas) Peek(ctx context.Context, sheet string, peek func(context.Context) error) error {
	l, _ := a.locks.Obtain(ctx, "peek/"+sheet, time.Minute, nil) // want nolost
	defer l.Release(context.WithoutCancel(ctx))
	return peek(ctx)
}
