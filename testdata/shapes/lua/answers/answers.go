// Package answers calls scripts whose answers mean what they say, and not what
// numbers usually mean.
package answers

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const free = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Inverted: 0 is success, as of a process.
const inverted = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
	return 0
end
return 1`

func Inverted(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "inverted:"+id, uuid.NewString()
	code, err := rdb.Eval(ctx, inverted, []string{key}, owner, 30000).Int()
	if err != nil {
		return err
	}
	if code != 0 {
		return errors.New("busy")
	}
	defer rdb.Eval(ctx, free, []string{key}, owner) // ok: compares
	work()
	return nil
}

// InvertedWrite writes where it holds the lock.
func InvertedWrite(ctx context.Context, rdb *redis.Client, id string) error {
	key, owner := "write:"+id, uuid.NewString()
	code, err := rdb.Eval(ctx, inverted, []string{key}, owner, 30000).Int() // ok: 0 is success
	if err != nil {
		return err
	}
	if code == 0 {
		defer rdb.Eval(ctx, free, []string{key}, owner)
		return rdb.Set(ctx, "total:"+id, 1, 0).Err() // want unfenced
	}
	return errors.New("busy")
}

// InvertedLog goes on when it was refused.
func InvertedLog(ctx context.Context, rdb *redis.Client, id string) error {
	key, owner := "logged:"+id, uuid.NewString()
	code, err := rdb.Eval(ctx, inverted, []string{key}, owner, 30000).Int() // want nolost
	if err != nil {
		return err
	}
	if code != 0 {
		log.Print("busy")
	}
	defer rdb.Eval(ctx, free, []string{key}, owner)
	return rdb.Set(ctx, "total:"+id, 1, 0).Err() // want unfenced
}

// Codes: each answer has a meaning of its own.
const codes = `
local cur = redis.call('GET', KEYS[1])
if cur == ARGV[1] then return 2 end
if cur then return -1 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

func Codes(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "codes:"+id, uuid.NewString()
	code, err := rdb.Eval(ctx, codes, []string{key}, owner, 30000).Int()
	if err != nil {
		return err
	}
	switch code {
	case -1:
		return errors.New("busy")
	case 2:
		return errors.New("taken twice")
	}
	defer rdb.Eval(ctx, free, []string{key}, owner) // ok: compares
	work()
	return nil
}

// Texts answers by words.
const texts = `
if redis.call('SETNX', KEYS[1], ARGV[1]) == 1 then
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
	return 'ACQUIRED'
end
return 'BUSY'`

func Texts(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "texts:"+id, uuid.NewString()
	s, err := rdb.Eval(ctx, texts, []string{key}, owner, 30000).Text()
	if err != nil {
		return err
	}
	if s == "BUSY" {
		return errors.New("busy")
	}
	defer rdb.Eval(ctx, free, []string{key}, owner) // ok: compares
	work()
	return nil
}

// TextsLog goes on when it was refused.
func TextsLog(ctx context.Context, rdb *redis.Client, id string) error {
	key, owner := "textslog:"+id, uuid.NewString()
	s, err := rdb.Eval(ctx, texts, []string{key}, owner, 30000).Text() // want nolost
	if err != nil {
		return err
	}
	if s == "BUSY" {
		log.Print("busy")
	}
	defer rdb.Eval(ctx, free, []string{key}, owner)
	return rdb.Set(ctx, "total:"+id, 1, 0).Err() // want unfenced
}

// Remaining answers how long the other's lock lasts, -1 on success.
const remaining = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
	return -1
end
return redis.call('PTTL', KEYS[1])`

func Remaining(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "remaining:"+id, uuid.NewString()
	for {
		ms, err := rdb.Eval(ctx, remaining, []string{key}, owner, 30000).Int64()
		if err != nil {
			return err
		}
		if ms == -1 {
			break
		}
		time.Sleep(time.Duration(ms) * time.Millisecond)
	}
	defer rdb.Eval(ctx, free, []string{key}, owner) // ok: compares
	work()
	return nil
}

// extend answers "gone" by -1 and "another's" by 0.
const extend = `
local cur = redis.call('GET', KEYS[1])
if not cur then return -1 end
if cur ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

func Extend(ctx context.Context, rdb *redis.Client, id string, work func(context.Context)) error {
	key, owner := "extend:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result(); err != nil || !ok {
		return err
	}
	defer rdb.Eval(context.WithoutCancel(ctx), free, []string{key}, owner)
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
				n, err := rdb.Eval(ctx, extend, []string{key}, owner, 30000).Int()
				if err != nil || n != 1 { // ok: both codes stop the work
					cancel()
					return
				}
			}
		}
	}()
	work(ctx)
	return nil
}
