// Package hares counts hares; literals that are called at once are scopes for a
// defer and for variables.
package hares

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/bsm/redislock"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"golang.org/x/sync/errgroup"
)

const ttl = 30 * time.Second

var errFled = errors.New("the hare has fled")

// Run renews in a scope that bounds the renewal's time, and goes on whatever it says.
func Run(ctx context.Context, l *redislock.Lock, run func(context.Context) error) error {
	go func() {
		for range time.Tick(ttl / 3) {
			if err := func() error {
				ctx, cancel := context.WithTimeout(ctx, time.Second)
				defer cancel()
				return l.Refresh(ctx, ttl, nil) // want nolost
			}(); err != nil {
				log.Printf("refresh: %v", err)
			}
		}
	}()
	return run(ctx)
}

// Hop wraps the error in the scope.
func Hop(ctx context.Context, l *redislock.Lock, hop func(context.Context) error) error {
	go func() {
		for range time.Tick(ttl / 3) {
			err := func() error {
				ctx, cancel := context.WithTimeout(ctx, time.Second)
				defer cancel()
				if err := l.Refresh(ctx, ttl, nil); err != nil { // want nolost
					return fmt.Errorf("refresh: %w", err)
				}
				return nil
			}()
			if err != nil {
				log.Print(err)
			}
		}
	}()
	return hop(ctx)
}

// Sit ends the work.
func Sit(ctx context.Context, l *redislock.Lock, sit func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			err := func() error {
				ctx, cancel := context.WithTimeout(ctx, time.Second)
				defer cancel()
				if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: the work is cancelled
					return fmt.Errorf("refresh: %w", err)
				}
				return nil
			}()
			if err != nil {
				cancel(err)
				return
			}
		}
	}()
	return sit(ctx)
}

// Field is where they sit.
type Field struct {
	locks *redislock.Client
	hares *mongo.Collection
}

// Mark writes in a scope, and makes the filter before it.
func (f *Field) Mark(ctx context.Context, id string, seen, rev int) error {
	l, err := f.locks.Obtain(ctx, "hare:"+id, ttl, nil)
	if err != nil {
		return err
	}
	defer func() { _ = l.Release(context.WithoutCancel(ctx)) }()
	filter := bson.M{}
	filter["_id"] = id
	filter["rev"] = rev
	res, err := func() (*mongo.UpdateResult, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return f.hares.UpdateOne(ctx, filter, bson.M{"$set": bson.M{"seen": seen, "rev": rev + 1}}) // ok: the revision is compared
	}()
	if err != nil {
		return err
	}
	if res.ModifiedCount != 1 {
		return errFled
	}
	return nil
}

// Tag compares nothing.
func (f *Field) Tag(ctx context.Context, id string) error {
	l, err := f.locks.Obtain(ctx, "hare:tag:"+id, ttl, nil)
	if err != nil {
		return err
	}
	defer func() { _ = l.Release(context.WithoutCancel(ctx)) }()
	var h struct{ Tags int }
	if err := f.hares.FindOne(ctx, bson.M{"_id": id}).Decode(&h); err != nil {
		return err
	}
	filter := bson.M{}
	filter["_id"] = id
	_, err = func() (*mongo.UpdateResult, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return f.hares.UpdateOne(ctx, filter, bson.M{"$set": bson.M{"tags": h.Tags + 1}}) // want unfenced
	}()
	return err
}

// Box runs beside the renewal in a group that hears nothing of its failure.
func Box(ctx context.Context, l *redislock.Lock, box func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	done := make(chan struct{})
	g.Go(func() error {
		for {
			select {
			case <-done:
				return nil
			case <-time.After(ttl / 3):
				if err := l.Refresh(ctx, ttl, nil); err != nil { // want nolost
					log.Printf("refresh: %v", err)
					return nil
				}
			}
		}
	})
	g.Go(func() error {
		defer close(done)
		return box(ctx)
	})
	return g.Wait()
}

// Nest does, and its group ends.
func Nest(ctx context.Context, l *redislock.Lock, nest func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	done := make(chan struct{})
	g.Go(func() error {
		for {
			select {
			case <-done:
				return nil
			case <-time.After(ttl / 3):
				if err := l.Refresh(ctx, ttl, nil); err != nil { // ok: the group's context ends
					log.Printf("refresh: %v", err)
					return err
				}
			}
		}
	})
	g.Go(func() error {
		defer close(done)
		return nest(ctx)
	})
	return g.Wait()
}
