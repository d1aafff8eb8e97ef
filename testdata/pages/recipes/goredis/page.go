// Package goredis shows your lock in go-redis, done carefully.
//
// One command takes the lock and bounds its life. The value is this call's own,
// and a script compares it before it deletes or prolongs. The renewal runs at a
// third of the TTL, and its first failure ends the context that the work uses.
//
// What Redis cannot give is a number that grows with each holder, so no write is
// safe by this lock alone. The write here is safe by itself: it goes through only
// over the version that was read.
package goredis

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

var (
	// ErrHeld says that another process has the lock.
	ErrHeld = errors.New("the lock is held")
	// ErrStale says that somebody has written since the read.
	ErrStale = errors.New("somebody else has written since")
)

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

var extend = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)

// WithLock calls work under the lock. Its context ends when the lock is lost.
func WithLock(ctx context.Context, rdb *redis.Client, name string, work func(context.Context) error) error {
	key, owner := "lock:"+name, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrHeld
	}
	// The caller's context may have ended by then; the release must go out.
	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				n, err := extend.Run(ctx, rdb, []string{key}, owner, ttl.Milliseconds()).Int()
				if err != nil || n == 0 {
					return
				}
			}
		}
	}()
	return work(ctx)
}

// Withdraw takes money from an account, under a lock that keeps contenders from
// colliding. The version decides.
func Withdraw(ctx context.Context, rdb *redis.Client, db *sql.DB, id string, n int) error {
	return WithLock(ctx, rdb, "account:"+id, func(ctx context.Context) error {
		var balance, version int
		err := db.QueryRowContext(ctx, "SELECT balance, version FROM accounts WHERE id = $1", id).Scan(&balance, &version)
		if err != nil {
			return err
		}
		res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1
			WHERE id = $2 AND version = $3`, balance-n, id, version)
		if err != nil {
			return err
		}
		if rows, err := res.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(ErrStale, err)
		}
		return nil
	})
}
