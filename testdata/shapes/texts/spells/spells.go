// Package spells runs scripts in further spellings: records, hashes, functions of Lua,
// replies of every kind.
package spells

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

var errHeld = errors.New("held by another")

func Record1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:record1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local raw = redis.call('get', KEYS[1]) if not raw then return 0 end local o = cjson.decode(raw) if o['id'] == ARGV[1] then redis.call('del', KEYS[1]) return 1 end return 0`, []string{k}, me)
	return work()
}

func Record2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:record2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local raw = redis.call('get', KEYS[1]) if raw then local o = cjson.decode(raw) redis.call('publish', o.channel, 'free') return redis.call('del', KEYS[1]) end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Nested1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:nested1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('exists', KEYS[1]) == 1 then if redis.call('ttl', KEYS[1]) > 0 then if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end end end return 0`, []string{k}, me)
	return work()
}

func Nested2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:nested2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('exists', KEYS[1]) == 1 then if redis.call('ttl', KEYS[1]) > 0 then return redis.call('del', KEYS[1]) end end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Func1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:func1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local function release(key, owner) local cur = redis.call('get', key) if cur ~= owner then return redis.error_reply('NOTOWNER') end return redis.call('del', key) end return release(KEYS[1], ARGV[1])`, []string{k}, me)
	return work()
}

func Func2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:func2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local function release(key) return redis.call('del', key) end if #KEYS > 0 then return release(KEYS[1]) end return 0`, []string{k}, me) // want plaindel
	return work()
}

func Func3(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:func3:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local function release(key, owner) local cur = redis.call('get', key) if cur == owner then redis.log(redis.LOG_NOTICE, 'mine') end return redis.call('del', key) end return release(KEYS[1], ARGV[1])`, []string{k}, me) // want plaindel
	return work()
}

func Pcall1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:pcall1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local r = redis.pcall('get', KEYS[1]) if type(r) == 'table' and r.err then return r end if r == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Pcall2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:pcall2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local ok, err = pcall(function() redis.call('del', KEYS[1]) end) if not ok then return redis.error_reply(err) end return 1`, []string{k}, me) // want plaindel
	return work()
}

func Built1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:built1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local key = 'spells:built1:' .. ARGV[1] if redis.call('get', key) == ARGV[2] then return redis.call('del', key) end return 0`, nil, id, me)
	return work()
}

func Built2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:built2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('del', 'spells:built2:' .. ARGV[1])`, nil, id) // want plaindel
	return work()
}

func Spread1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:spread1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local k, data = unpack(KEYS) if redis.call('get', k) == ARGV[1] then return redis.call('del', k, data) end return 0`, []string{k, "spells:data:" + id}, me)
	return work()
}

func Spread2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:spread2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('del', unpack(KEYS))`, []string{k, "spells:data:" + id}, me) // want plaindel
	return work()
}

func Prefix1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:prefix1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local v = redis.call('get', KEYS[1]) if v and string.sub(v, 1, #ARGV[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Prefix2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:prefix2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local v = redis.call('get', KEYS[1]) if v and string.find(v, ARGV[1], 1, true) then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Status1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:status1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local mine, cur = ARGV[1], redis.call('get', KEYS[1]) return (cur == mine) and redis.call('unlink', KEYS[1]) or redis.status_reply('LOST')`, []string{k}, me)
	return work()
}

func Status2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:status2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `redis.call('del', KEYS[1]) return redis.status_reply('OK')`, []string{k}, me) // want plaindel
	return work()
}

func Zero1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:zero1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('expire', KEYS[1], 0)`, []string{k}, me) // want plaindel
	return work()
}

func Short1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:short1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('set', KEYS[1], '', 'PX', 1)`, []string{k}, me) // maybe plaindel
	return work()
}

func Count1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:count1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if #KEYS ~= 1 or #ARGV ~= 1 then return redis.error_reply('arity') end return redis.call('del', KEYS[1])`, []string{k}, me) // want plaindel
	return work()
}

func Count2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:count2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if #KEYS ~= 1 or #ARGV ~= 1 then return redis.error_reply('arity') end if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Reentrant1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:reentrant1:" + id
	n, err := c.Eval(ctx, `if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[1]) == 1 then redis.call('hincrby', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end if redis.call('hincrby', KEYS[1], ARGV[1], -1) <= 0 then redis.call('del', KEYS[1]) end return 1`, []string{k}, me)
	return work()
}

func Reentrant2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:reentrant2:" + id
	n, err := c.Eval(ctx, `if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[1]) == 1 then redis.call('hincrby', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `local n = redis.call('hincrby', KEYS[1], ARGV[1], -1) if n <= 0 then redis.call('del', KEYS[1]) end return n`, []string{k}, me) // want plaindel
	return work()
}

func Fair1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:fair1:" + id
	n, err := c.Eval(ctx, `while true do local first = redis.call('lindex', KEYS[1] .. ':queue', 0) if first == false then break end local t = tonumber(redis.call('zscore', KEYS[1] .. ':timeout', first)) if t <= tonumber(ARGV[3]) then redis.call('zrem', KEYS[1] .. ':timeout', first) redis.call('lpop', KEYS[1] .. ':queue') else break end end if redis.call('exists', KEYS[1]) == 0 and (redis.call('exists', KEYS[1] .. ':queue') == 0 or redis.call('lindex', KEYS[1] .. ':queue', 0) == ARGV[1]) then redis.call('lpop', KEYS[1] .. ':queue') redis.call('hset', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end redis.call('rpush', KEYS[1] .. ':queue', ARGV[1]) return 0`, []string{k}, me, 60000, time.Now().UnixMilli()).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end redis.call('del', KEYS[1]) redis.call('publish', KEYS[1] .. ':freed', 1) return 1`, []string{k}, me)
	return work()
}

func Shared1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:shared1:" + id
	n, err := c.Eval(ctx, `local mode = redis.call('hget', KEYS[1], 'mode') if mode == false then redis.call('hset', KEYS[1], 'mode', 'read', ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end if mode == 'read' then redis.call('hincrby', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], math.max(redis.call('pttl', KEYS[1]), ARGV[2])) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end if redis.call('hincrby', KEYS[1], ARGV[1], -1) == 0 then redis.call('hdel', KEYS[1], ARGV[1]) end if redis.call('hlen', KEYS[1]) <= 1 then redis.call('del', KEYS[1]) end return 1`, []string{k}, me)
	return work()
}

func Sem1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:sem1:" + id
	n, err := c.Eval(ctx, `redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[3]) if redis.call('zcard', KEYS[1]) < 5 then redis.call('zadd', KEYS[1], ARGV[2], ARGV[1]) return 1 end return 0`, []string{k}, me, time.Now().UnixMilli(), time.Now().Add(-time.Minute).UnixMilli()).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('zrem', KEYS[1], ARGV[1])`, []string{k}, me)
	return work()
}

func Sem2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:sem2:" + id
	n, err := c.Eval(ctx, `local n = tonumber(redis.call('get', KEYS[1]) or '0') if n >= 5 then return 0 end redis.call('incr', KEYS[1]) return 1`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `return redis.call('decr', KEYS[1])`, []string{k}, me)
	return work()
}

func Lower1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:lower1:" + id
	s, err := c.Eval(ctx, `return redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2])`, []string{k}, me, 60000).Text()
	if err != nil || s != "OK" {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Bare1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:bare1:" + id
	n, err := c.Eval(ctx, `redis.call('SET', KEYS[1], ARGV[1], 'NX') if redis.call('GET', KEYS[1]) == ARGV[1] then return 1 end return 0`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Old1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:old1:" + id
	n, err := c.Eval(ctx, `local old = redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX', 'GET') if old then return 0 end return 1`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Args1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:args1:" + id
	n, err := c.Eval(ctx, `local args = {KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]} if redis.call('set', unpack(args)) then return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Args2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:args2:" + id
	n, err := c.Eval(ctx, `local args = {KEYS[1], ARGV[1], 'NX'} if redis.call('set', unpack(args)) then return 1 end return 0`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Cond1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:cond1:" + id
	n, err := c.Eval(ctx, `if redis.call('setnx', KEYS[1], ARGV[1]) == 1 then if tonumber(ARGV[2]) > 0 then redis.call('pexpire', KEYS[1], ARGV[2]) end return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Hash1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:hash1:" + id
	n, err := c.Eval(ctx, `return redis.call('hsetnx', KEYS[1], 'owner', ARGV[1])`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Hash2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:hash2:" + id
	n, err := c.Eval(ctx, `if redis.call('hsetnx', KEYS[1], 'owner', ARGV[1]) == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Hash3(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:hash3:" + id
	n, err := c.Eval(ctx, `if redis.call('exists', KEYS[1]) == 0 then redis.call('hset', KEYS[1], 'owner', ARGV[1], 'at', ARGV[3]) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0`, []string{k}, me, 60000, time.Now().Unix()).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Hash4(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:hash4:" + id
	n, err := c.Eval(ctx, `if redis.call('exists', KEYS[1]) == 1 then return 0 end redis.call('hset', KEYS[1], 'owner', ARGV[1]) return 1`, []string{k}, me, 60000).Int() // maybe setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `redis.call('hdel', KEYS[1], 'owner') return 1`, []string{k}, me) // maybe plaindel
	return work()
}

func Blind1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:blind1:" + id
	n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == false then redis.call('set', KEYS[1], ARGV[1]) end redis.call('expire', KEYS[1], 30) if redis.call('get', KEYS[1]) == ARGV[1] then return 1 end return 0`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Blind2(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:blind2:" + id
	n, err := c.Eval(ctx, `local r = redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) redis.call('pexpire', KEYS[1], ARGV[2]) if r then return 1 end return 0`, []string{k}, me, 60000).Int() // want setnxexpire
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Mine1(ctx context.Context, c *redis.Client, id, me string, work func() error) error {
	k := "spells:mine1:" + id
	n, err := c.Eval(ctx, `local v = redis.call('get', KEYS[1]) if not v or v == ARGV[1] then redis.call('psetex', KEYS[1], ARGV[2], ARGV[1]) return 1 end return 0`, []string{k}, me, 60000).Int()
	if err != nil || n != 1 {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	return work()
}

func Keep1(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep1:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `local v = redis.call('mget', KEYS[1])[1] if v == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`, []string{k}, me, 60000).Int()
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep2(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep2:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('ttl', KEYS[1]) < 10 then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 1`, []string{k}, me, 60000).Int() // want nolost
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep3(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep3:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `return redis.call('pexpire', KEYS[1], ARGV[2], 'GT')`, []string{k}, me, 60000).Int() // want nolost
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep4(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep4:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			err := c.Eval(ctx, `if redis.call('get', KEYS[1]) ~= ARGV[1] then return redis.error_reply('LOST') end redis.call('pexpire', KEYS[1], ARGV[2]) return redis.status_reply('OK')`, []string{k}, me, 60000).Err()
			if err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep5(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep5:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`, []string{k}, me, 60000).Err() // want nolost
			if err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep6(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep6:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return false`, []string{k}, me, 60000).Err()
			if err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep7(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep7:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`, []string{k}, me, 60000).Int() // want nolost
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep8(ctx context.Context, c *redis.Client, id, me string, work func(context.Context) error) error {
	k := "spells:keep8:" + id
	ok, err := c.SetNX(ctx, k, me, time.Minute).Result()
	if err != nil || !ok {
		return errHeld
	}
	defer c.Eval(context.WithoutCancel(ctx), `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`, []string{k}, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(20 * time.Second) {
			n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`, []string{k}, me, 60000).Int()
			if err != nil || n == 0 {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Fence1(ctx context.Context, c *redis.Client, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("spells:fence1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := c.Get(ctx, "spells:total:"+id).Int64()
	if err != nil {
		return err
	}
	token, err := c.Incr(ctx, "spells:token:"+id).Result()
	if err != nil {
		return err
	}
	n, err := c.Eval(ctx, `if tonumber(redis.call('get', KEYS[2]) or '0') > tonumber(ARGV[2]) then return 0 end redis.call('set', KEYS[2], ARGV[2]) redis.call('set', KEYS[1], ARGV[1]) return 1`, []string{"spells:total:" + id, "spells:fence:" + id}, total+1, token).Int()
	if err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func Fence2(ctx context.Context, c *redis.Client, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("spells:fence2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := c.Get(ctx, "spells:total:"+id).Int64()
	if err != nil {
		return err
	}
	return c.Eval(ctx, `redis.call('hset', KEYS[1], 'total', ARGV[1]) return 1`, []string{"spells:sum:" + id}, total+1).Err() // want unfenced
}

func Cas1(ctx context.Context, c *redis.Client, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("spells:cas1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := c.Get(ctx, "spells:total:"+id).Int64()
	if err != nil {
		return err
	}
	n, err := c.Eval(ctx, `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], ARGV[2]) return 1 end return 0`, []string{"spells:total:" + id}, total, total+1).Int()
	if err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func Cas2(ctx context.Context, c *redis.Client, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("spells:cas2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := c.Get(ctx, "spells:total:"+id).Int64()
	if err != nil {
		return err
	}
	return c.Eval(ctx, `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], ARGV[2]) return 1 end return 0`, []string{"spells:total:" + id}, total, total+1).Err() // want unfenced
}

func Version1(ctx context.Context, c *redis.Client, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("spells:version1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := c.Get(ctx, "spells:total:"+id).Int64()
	if err != nil {
		return err
	}
	n, err := c.Eval(ctx, `local cur = tonumber(redis.call('hget', KEYS[1], 'version')) if cur and cur >= tonumber(ARGV[2]) then return 0 end redis.call('hset', KEYS[1], 'total', ARGV[1], 'version', ARGV[2]) return 1`, []string{"spells:doc:" + id}, total, total+1).Int()
	if err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func Plain1(ctx context.Context, c *redis.Client, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("spells:plain1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := c.Get(ctx, "spells:total:"+id).Int64()
	if err != nil {
		return err
	}
	return c.Eval(ctx, `local cur = redis.call('get', KEYS[1]) redis.call('set', KEYS[1], ARGV[1]) return cur`, []string{"spells:total:" + id}, total+1).Err() // want unfenced
}
