// Package sell holds seats and sells tickets.
package sell

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const holdTime = 5 * time.Minute

// ErrTaken says that another customer was faster.
var ErrTaken = errors.New("sell: taken")

// Seats holds seats for customers while they pay.
type Seats struct{ rdb redis.UniversalClient }

// NewSeats returns seats that are held in Redis.
func NewSeats(rdb redis.UniversalClient) *Seats { return &Seats{rdb} }

// Hold keeps a seat for a customer.
//
// Wrong: the process may die between the two commands, and then the seat can
// never be sold.
func (s *Seats) Hold(ctx context.Context, seat, customer string) error {
	ok, err := s.rdb.SetNX(ctx, "seat:"+seat, customer, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrTaken
	}
	return s.rdb.Expire(ctx, "seat:"+seat, holdTime).Err()
}

// HoldBox keeps a box for a customer.
//
// Right: one command creates the key and bounds its life.
func (s *Seats) HoldBox(ctx context.Context, box, customer string) error {
	ok, err := s.rdb.SetNX(ctx, "box:"+box, customer, holdTime).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrTaken
	}
	return nil
}

// PrintTicket prints a ticket once.
//
// Wrong: print may take longer than the lock lives. Then the lock is another
// process's by now, and Del frees it.
func (s *Seats) PrintTicket(ctx context.Context, ticket string, print func() error) error {
	ok, err := s.rdb.SetNX(ctx, "lock:ticket:"+ticket, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrTaken
	}
	defer s.rdb.Del(ctx, "lock:ticket:"+ticket)
	return print()
}

// unlock deletes a lock if it is still the caller's.
var unlock = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// PrintVoucher prints a voucher once.
//
// Right: the value is this call's own, and the script compares it.
func (s *Seats) PrintVoucher(ctx context.Context, voucher string, print func() error) error {
	key, owner := "lock:voucher:"+voucher, uuid.NewString()
	ok, err := s.rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrTaken
	}
	defer unlock.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, owner)
	return print()
}
