// Package gocql counts stars.
package gocql

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/gocql/gocql"
)

type Observatory struct {
	s     *gocql.Session
	locks *redislock.Client
}

var errCounted = errors.New("counted meanwhile")

// Count writes what it read.
func (o *Observatory) Count(ctx context.Context, sky string) error {
	l, err := o.locks.Obtain(ctx, "sky:"+sky, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var stars int
	if err := o.s.Query("SELECT stars FROM skies WHERE id = ?", sky).WithContext(ctx).Scan(&stars); err != nil {
		return err
	}
	return o.s.Query("UPDATE skies SET stars = ? WHERE id = ?", stars+1, sky).WithContext(ctx).Exec() // want unfenced
}

// Name is a lightweight transaction, which tells whether it was applied.
func (o *Observatory) Name(ctx context.Context, sky string) error {
	l, err := o.locks.Obtain(ctx, "sky:"+sky, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var old string
	applied, err := o.s.Query("UPDATE skies SET name = ? WHERE id = ? IF name = ?", "north", sky, "").WithContext(ctx).ScanCAS(&old) // ok unfenced: IF
	if err != nil {
		return err
	}
	if !applied {
		return errCounted
	}
	return nil
}
