// Package goredis books berths and cabins with the lines of go-redis.
package goredis

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("another clerk is at it")

type Ferry struct {
	rdb redis.UniversalClient
	db  *sql.DB
}

// Board does everything wrong that can be.
func (f *Ferry) Board(ctx context.Context, deck string) error {
	lock := "deck:" + deck + ":lock"
	ok, err := f.rdb.SetNX(ctx, lock, 1, 0).Result() // want setnxexpire
	if err != nil || !ok {
		return err
	}
	defer f.rdb.Del(ctx, lock) // want plaindel
	f.rdb.Expire(ctx, lock, time.Minute)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Second):
				f.rdb.Expire(ctx, lock, time.Minute) // want nolost
			}
		}
	}()
	var free int
	if err := f.db.QueryRowContext(ctx, "SELECT free FROM decks WHERE id = $1", deck).Scan(&free); err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, "UPDATE decks SET free = $1 WHERE id = $2", free-1, deck) // want unfenced
	return err
}

// Dock does the same right.
func (f *Ferry) Dock(ctx context.Context, deck string) error {
	lock, me := "deck:"+deck+":lock", uuid.NewString()
	_, err := f.rdb.SetArgs(ctx, lock, me, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Result() // ok setnxexpire: one command
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer f.rdb.DelExArgs(context.WithoutCancel(ctx), lock, redis.DelExArgs{Mode: "IFEQ", MatchValue: me}) // ok plaindel: compares the owner
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(20 * time.Second):
				if err := f.rdb.SetIFEQ(ctx, lock, me, me, time.Minute).Err(); err != nil { // ok nolost: the loss ends the work
					stop()
					return
				}
			}
		}
	}()
	var free, version int
	if err := f.db.QueryRowContext(ctx, "SELECT free, version FROM decks WHERE id = $1", deck).Scan(&free, &version); err != nil {
		return err
	}
	res, err := f.db.ExecContext(ctx, "UPDATE decks SET free = $1, version = version + 1 WHERE id = $2 AND version = $3", free+1, deck, version) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errBusy)
	}
	return nil
}

// Moor queues both commands: EXPIRE runs although SETNX failed.
func (f *Ferry) Moor(ctx context.Context, pier string) (bool, error) {
	var won *redis.BoolCmd
	_, err := f.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		won = p.SetNX(ctx, "pier:"+pier, 1, 0) // want setnxexpire
		p.Expire(ctx, "pier:"+pier, time.Minute)
		return nil
	})
	return err == nil && won.Val(), err
}

// Anchor deletes with DELEX and an empty mode: a plain delete.
func (f *Ferry) Anchor(ctx context.Context, bay string) error {
	me := uuid.NewString()
	if !f.rdb.SetNX(ctx, "bay:"+bay, me, time.Minute).Val() {
		return errBusy
	}
	defer f.rdb.DelExArgs(ctx, "bay:"+bay, redis.DelExArgs{MatchValue: me}) // want plaindel
	return f.sound(ctx, bay)
}

func (f *Ferry) sound(context.Context, string) error { return nil }

// Tow hands SETNX a plain number: ten nanoseconds.
func (f *Ferry) Tow(ctx context.Context, boat string, tow func() error) error {
	me := uuid.NewString()
	ok, err := f.rdb.SetNX(ctx, "tow:"+boat, me, 10).Result() // want setnxexpire
	if err != nil || !ok {
		return err
	}
	defer release.Run(ctx, f.rdb, []string{"tow:" + boat}, me)
	return tow()
}

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Salvage deletes after a comparison that WATCH protects.
func (f *Ferry) Salvage(ctx context.Context, wreck string, raise func() error) error {
	key, me := "wreck:"+wreck, uuid.NewString()
	if ok, err := f.rdb.SetNX(ctx, key, me, time.Minute).Result(); err != nil || !ok {
		return err
	}
	defer f.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if v, err := tx.Get(ctx, key).Result(); err != nil || v != me {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, key) // ok plaindel: WATCH aborts it when the key has changed
			return nil
		})
		return err
	}, key)
	return raise()
}
