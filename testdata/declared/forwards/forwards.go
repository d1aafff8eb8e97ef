// Package forwards takes locks by functions that only hand on what they get.
package forwards

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Album struct {
	locks *redislock.Client
	db    *sql.DB
}

func (a *Album) save(ctx context.Context, id string, n int) error {
	_, err := a.db.ExecContext(ctx, "UPDATE albums SET pictures = $1 WHERE id = $2", n, id)
	return err
}

// thumbnails only hands on what it gets, and says what for.
//
//locklint:efficiency a picture that is made twice is the same
func thumbnails(ctx context.Context, locks *redislock.Client, key string, ttl time.Duration, o *redislock.Options) (*redislock.Lock, error) {
	return locks.Obtain(ctx, key, ttl, o)
}

// plain hands on what it gets.
func plain(ctx context.Context, locks *redislock.Client, key string, ttl time.Duration, o *redislock.Options) (*redislock.Lock, error) {
	return locks.Obtain(ctx, key, ttl, o)
}

// Forward takes its lock by a declared function.
func (a *Album) Forward(ctx context.Context, id string, n int) error {
	l, err := thumbnails(ctx, a.locks, "thumbnail:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return a.save(ctx, id, n)
}

// ForwardPlain takes its lock by one that says nothing.
func (a *Album) ForwardPlain(ctx context.Context, id string, n int) error {
	l, err := plain(ctx, a.locks, "picture:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return a.save(ctx, id, n) // want unfenced
}
