// Package reentrants takes locks by scripts that let their holder in again.
package reentrants

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// enter counts each holder's entries in a hash and answers nil, or how long the
// other's lock lasts.
var enter = redis.NewScript(`
if (redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[2]) == 1) then
	redis.call('hincrby', KEYS[1], ARGV[2], 1)
	redis.call('pexpire', KEYS[1], ARGV[1])
	return nil
end
return redis.call('pttl', KEYS[1])`)

var leave = redis.NewScript(`
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then
	return nil
end
local n = redis.call('hincrby', KEYS[1], ARGV[2], -1)
if n > 0 then
	redis.call('pexpire', KEYS[1], ARGV[1])
	return 0
end
redis.call('del', KEYS[1])
return 1`)

var drop = redis.NewScript(`return redis.call('del', KEYS[1])`)

// Careful leaves as its holder.
func Careful(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "careful:"+id, uuid.NewString()
	_, err := enter.Run(ctx, rdb, []string{key}, 30000, owner).Int64()
	if !errors.Is(err, redis.Nil) {
		return
	}
	defer leave.Run(ctx, rdb, []string{key}, 30000, owner) // ok: compares the holder
	work()
}

// Bare drops the lock whoever holds it.
func Bare(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "bare:"+id, uuid.NewString()
	_, err := enter.Run(ctx, rdb, []string{key}, 30000, owner).Int64()
	if !errors.Is(err, redis.Nil) {
		return
	}
	defer drop.Run(ctx, rdb, []string{key}) // want plaindel
	work()
}

// Equal compares the error itself.
func Equal(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "equal:"+id, uuid.NewString()
	ttl, err := enter.Run(ctx, rdb, []string{key}, 30000, owner).Int64()
	if err == nil {
		return errors.New("busy for " + time.Duration(ttl).String())
	}
	if err != redis.Nil {
		return err
	}
	defer leave.Run(ctx, rdb, []string{key}, 30000, owner) // ok: held here
	work()
	return nil
}

// Upside takes the other's answer for success.
func Upside(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "upside:"+id, uuid.NewString()
	if err := enter.Run(ctx, rdb, []string{key}, 30000, owner).Err(); err != nil { // want nolost
		return err
	}
	defer drop.Run(ctx, rdb, []string{key}) // want plaindel
	work()
	return nil
}

// mine takes the lock if it is free or the caller's.
var mine = redis.NewScript(`
local cur = redis.call('get', KEYS[1])
if not cur or cur == ARGV[1] then
	redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
	return 1
end
return 0`)

// Mine drops what may be another's by then.
func Mine(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "mine:"+id, uuid.NewString()
	n, err := mine.Run(ctx, rdb, []string{key}, owner, 30000).Int()
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("busy")
	}
	defer rdb.Del(ctx, key) // want plaindel
	work()
	return nil
}

// endless forgets the expiry.
const endless = `
if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[1]) == 1 then
	redis.call('hincrby', KEYS[1], ARGV[1], 1)
	return 1
end
return 0`

// Endless locks for ever once its process dies.
func Endless(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "endless:"+id, uuid.NewString()
	n, err := rdb.Eval(ctx, endless, []string{key}, owner).Int() // want setnxexpire
	if err != nil || n == 0 {
		return err
	}
	defer leaveAll.Run(ctx, rdb, []string{key}, owner) // ok: compares the holder
	work()
	return nil
}

var leaveAll = redis.NewScript(`
if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then
	return redis.call('del', KEYS[1])
end
return 0`)

// swap is no lock: it changes what is stored if nobody else did.
var swap = redis.NewScript(`
local cur = redis.call('get', KEYS[1])
if not cur or cur == ARGV[1] then
	redis.call('set', KEYS[1], ARGV[2])
	return 1
end
return 0`)

// Swap keeps data.
func Swap(ctx context.Context, rdb *redis.Client, id, from, to string) (bool, error) {
	n, err := swap.Run(ctx, rdb, []string{"doc:" + id}, from, to).Int() // ok: a compare-and-swap
	return n == 1, err
}

// Drop deletes data.
func Drop(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Del(ctx, "doc:"+id).Err() // ok: no lock
}

// state is a lock's value as JSON.
var state = redis.NewScript(`
local raw = redis.call('GET', KEYS[1])
local st = { owner = ARGV[1], count = 0 }
if raw then st = cjson.decode(raw) end
if st.owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], cjson.encode(st), 'PX', ARGV[2])
return 1`)

// State drops another's.
func State(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "state:"+id, uuid.NewString()
	n, err := state.Run(ctx, rdb, []string{key}, owner, 30000).Int()
	if err != nil || n == 0 {
		return err
	}
	defer drop.Run(ctx, rdb, []string{key}) // want plaindel
	work()
	return nil
}

// keep prolongs the lock in the background in the way of its script.
func keep(ctx context.Context, cancel context.CancelFunc, run func() (int, error)) {
	t := time.NewTicker(10 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if n, err := run(); err != nil || n == 0 {
				cancel()
				return
			}
		}
	}
}

// Present overwrites the lock of whoever holds it.
func Present(ctx context.Context, rdb *redis.Client, id string, work func(context.Context)) {
	key, owner := "present:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		t := time.NewTicker(10 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if err := rdb.Eval(ctx, `return redis.call('set', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2])`, []string{key}, owner, 30000).Err(); err != nil { // want nolost
					cancel()
					return
				}
			}
		}
	}()
	defer freeOwn.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	work(ctx)
}

const overwrite = `
if redis.call('exists', KEYS[1]) == 1 then
	redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
	return 1
end
return 0`

// Existing looks only whether there is a lock.
func Existing(ctx context.Context, rdb *redis.Client, id string, work func(context.Context)) {
	key, owner := "existing:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		t := time.NewTicker(10 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				n, err := rdb.Eval(ctx, overwrite, []string{key}, owner, 30000).Int() // want nolost
				if err != nil || n == 0 {
					cancel()
					return
				}
			}
		}
	}()
	defer freeOwn.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	work(ctx)
}

// Compared prolongs its own.
func Compared(ctx context.Context, rdb *redis.Client, id string, work func(context.Context)) {
	key, owner := "compared:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keep(ctx, cancel, func() (int, error) {
		return rdb.Eval(ctx, `
if redis.call('get', KEYS[1]) == ARGV[1] then
	redis.call('set', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2])
	return 1
end
return 0`, []string{key}, owner, 30000).Int() // ok: compares
	})
	defer freeOwn.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
	work(ctx)
}

var freeOwn = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// AtOnce ends the lock by an expiry of nothing.
func AtOnce(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "atonce:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return
	}
	defer rdb.Expire(ctx, key, 0) // want plaindel
	work()
}

// AtOnceOwn does so as its holder.
func AtOnceOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "atonceown:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return
	}
	defer rdb.Eval(ctx, `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], 0) end`, []string{key}, owner) // ok: compares
	work()
}

// Emptied marks the lock as given back.
func Emptied(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "emptied:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return
	}
	defer rdb.Eval(ctx, `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], '', 'KEEPTTL') end`, []string{key}, owner) // ok: prolongs nothing
	work()
}
