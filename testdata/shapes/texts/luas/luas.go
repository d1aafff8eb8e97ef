// Package luas runs scripts in many spellings.
package luas

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errHeld = errors.New("held by another")

func Release01(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release01:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `redis.call('del', KEYS[1]) return 1`, []string{k}, me) // want plaindel
	return work()
}

func Release02(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release02:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`, []string{k}, me)
	return work()
}

func Release03(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release03:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local v = redis.call('GET', KEYS[1]); if not v or v ~= ARGV[1] then return 0 end; redis.call('UNLINK', KEYS[1]); return 1`, []string{k}, me)
	return work()
}

func Release04(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release04:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('exists', KEYS[1]) == 1 then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Release05(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release05:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) ~= ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Release06(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release06:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('publish', 'freed', KEYS[1]) end return redis.call('del', KEYS[1])`, []string{k}, me) // want plaindel
	return work()
}

func Release07(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release07:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local held = redis.pcall('get', KEYS[1]) if type(held) == 'string' and held == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Release08(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release08:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local function mine(k, v) return redis.call('get', k) == v end if mine(KEYS[1], ARGV[1]) then return redis.call('del', KEYS[1]) end return -1`, []string{k}, me)
	return work()
}

func Release09(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release09:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0`, []string{k}, me)
	return work()
}

func Release10(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release10:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Release11(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release11:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local call = redis.call local get, del = 'GET', 'DEL' if call(get, KEYS[1]) == ARGV[1] then call(del, KEYS[1]) return 1 end return 0`, []string{k}, me)
	return work()
}

func Release12(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release12:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local n = 0 for _, key in ipairs(KEYS) do if redis.call('get', key) == ARGV[1] then n = n + redis.call('del', key) end end return n`, []string{k}, me)
	return work()
}

func Release13(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release13:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `for _, key in ipairs(KEYS) do redis.call('del', key) end return 1`, []string{k}, me) // want plaindel
	return work()
}

func Release14(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release14:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if ARGV[1] ~= '' then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Release15(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release15:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local d = redis.call('get', KEYS[1]) if not d then return 0 end local o = cjson.decode(d) if o.owner == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Release16(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release16:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], 0) return 1 end return 0`, []string{k}, me)
	return work()
}

func Release17(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release17:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if server.call('GET', KEYS[1]) == ARGV[1] then return server.call('DEL', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Release18(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release18:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local v = redis.call('GETDEL', KEYS[1]) if v == ARGV[1] then return 1 end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Release19(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release19:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1])`, []string{k}, me)
	return work()
}

func Release20(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release20:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local f = loadstring(ARGV[2]) return f(KEYS[1])`, []string{k}, me)
	return work()
}

func Release21(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release21:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local v = redis.call('get', KEYS[1]) if v then if v == ARGV[1] then return redis.call('del', KEYS[1]) else return redis.error_reply('not yours') end end return redis.status_reply('GONE')`, []string{k}, me)
	return work()
}

func Release22(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:release22:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return 1 else redis.call('del', KEYS[1]) return 0 end`, []string{k}, me) // want plaindel
	return work()
}

func Renew01(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "luas:renew01:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end`, []string{k}, me, 60000).Int()
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Renew02(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "luas:renew02:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `return redis.call('pexpire', KEYS[1], ARGV[2])`, []string{k}, me, 60000).Int() // want nolost
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Renew03(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "luas:renew03:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('set', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2]) return 1`, []string{k}, me, 60000).Int()
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Renew04(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "luas:renew04:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('set', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2]) then return 1 end return 0`, []string{k}, me, 60000).Int() // want nolost
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Renew05(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "luas:renew05:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('exists', KEYS[1]) == 1 then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`, []string{k}, me, 60000).Int() // want nolost
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Acquire01(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:acquire01:" + id
	n, err := c.Eval(ctx, `if redis.call('setnx', KEYS[1], ARGV[1]) == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Acquire02(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:acquire02:" + id
	n, err := c.Eval(ctx, `return redis.call('setnx', KEYS[1], ARGV[1])`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Acquire03(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:acquire03:" + id
	n, err := c.Eval(ctx, `local r = redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) if r then return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Acquire04(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:acquire04:" + id
	n, err := c.Eval(ctx, `if redis.call('exists', KEYS[1]) == 0 then redis.call('set', KEYS[1], ARGV[1]) return 1 end return 0`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Acquire05(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:acquire05:" + id
	n, err := c.Eval(ctx, `local n = redis.call('setnx', KEYS[1], ARGV[1]) redis.call('pexpire', KEYS[1], ARGV[2]) return n`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Acquire06(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "luas:acquire06:" + id
	n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == false then redis.call('psetex', KEYS[1], ARGV[2], ARGV[1]) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}
