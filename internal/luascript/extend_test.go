package luascript_test

// extendCases are renewals.
var extendCases = []scriptCase{
	{
		"extend/pexpire", `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('pexpire',KEYS[1],ARGV[2]) else return 0 end`,
		[]string{"expire K1 ttl:A2ms owner if K1=A1"},
	},
	{
		"extend/expireat", `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('expireat',KEYS[1],ARGV[2]) end`,
		[]string{"expire K1 ttl:A2@s owner if K1=A1"},
	},
	{
		"extend/set xx", `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('set',KEYS[1],ARGV[1],'XX','PX',ARGV[2]) end`,
		[]string{"present K1 ttl:A2ms owner if K1=A1"},
	},
	{"extend/blind", `return redis.call('expire',KEYS[1],ARGV[1])`, []string{"expire K1 ttl:A1s"}},
	{"extend/if it exists", `if redis.call('exists',KEYS[1])==1 then redis.call('expire',KEYS[1],ARGV[1]) end`, []string{"expire K1 ttl:A1s if K1?"}},
	{"extend/repair", `if redis.call('ttl',KEYS[1]) == -1 then redis.call('expire',KEYS[1],ARGV[1]) end`, []string{"expire K1 ttl:A1s if K1~"}},
	{"extend/repair below zero", `if redis.call('pttl',KEYS[1]) < 0 then redis.call('pexpire',KEYS[1],ARGV[1]) end`, []string{"expire K1 ttl:A1ms if K1~"}},
	{"extend/persist", `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('persist',KEYS[1]) end`, []string{"persist K1 owner if K1=A1"}},
	{
		"extend/reentrant", `if redis.call('hexists',KEYS[1],ARGV[2])==1 then redis.call('pexpire',KEYS[1],ARGV[1]) return 1 end return 0`,
		[]string{"expire K1 ttl:A1ms owner if K1=A2"},
	},
	{
		"extend/not a member", `if redis.call('hexists',KEYS[1],ARGV[2])==0 then return nil end redis.call('pexpire',KEYS[1],ARGV[1])`,
		[]string{"expire K1 ttl:A1ms owner if K1=A2"},
	},
	{
		"extend/acquire or extend", `local v = redis.call('get',KEYS[1])
if v == false or v == ARGV[1] then return redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) end return false`,
		[]string{"absent K1 ttl:A2ms owner"},
	},
	{"extend/several keys", `for i, k in ipairs(KEYS) do if redis.call('get',k) ~= ARGV[1] then return 0 end end
for i, k in ipairs(KEYS) do redis.call('pexpire',k,ARGV[2]) end return 1`, []string{"expire K0 ttl:A2ms owner if K0=A1"}},
	{"extend/expire nx", `return redis.call('expire',KEYS[1],ARGV[1],'NX')`, []string{"expire K1 ttl:A1s if K1~"}},
}

// enterCases are locks that let their holder in again, and what looks alike.
var enterCases = []scriptCase{
	{"enter/free or mine", `if (redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[2]) == 1) then
  redis.call('hincrby', KEYS[1], ARGV[2], 1); redis.call('pexpire', KEYS[1], ARGV[1]); return nil end
return redis.call('pttl', KEYS[1])`, []string{"absent K1 ttl:A1ms owner", "expire K1 ttl:A1ms owner"}},
	{"enter/without expiry", `if redis.call('exists',KEYS[1]) == 0 or redis.call('hexists',KEYS[1],ARGV[1]) == 1 then
redis.call('hincrby',KEYS[1],ARGV[1],1) return 1 end return 0`, []string{"absent K1 owner"}},
	{"enter/field", `local owner = redis.call('HGET',KEYS[1],'owner')
if owner and owner ~= ARGV[1] then return 0 end
redis.call('HSET',KEYS[1],'owner',ARGV[1]) redis.call('HINCRBY',KEYS[1],'n',1) redis.call('PEXPIRE',KEYS[1],ARGV[2]) return 1`, []string{
		"absent K1 ttl:A2ms owner", "incr K1 ttl:A2ms owner", "expire K1 ttl:A2ms owner",
	}},
	{"enter/json", `local raw = redis.call('GET',KEYS[1])
local state
if raw then state = cjson.decode(raw) else state = {owner = ARGV[1], count = 0} end
if state.owner ~= ARGV[1] then return 0 end
state.count = state.count + 1
redis.call('SET',KEYS[1],cjson.encode(state),'PX',ARGV[2]) return 1`, []string{
		"set K1 ttl:A2ms owner if K1? K1.'owner'=A1", "absent K1 ttl:A2ms if K1!",
	}},
	{"enter/swap", `local v = redis.call('get',KEYS[1])
if v == false or v == ARGV[1] then redis.call('set',KEYS[1],ARGV[2]) return 1 end return 0`, []string{"set K1 owner"}},
	{"enter/readers", `local mode = redis.call('hget',KEYS[1],'mode')
if mode == false then redis.call('hset',KEYS[1],'mode','read') end`, []string{"write K1 if K1.'mode'!"}},
	{"enter/no type", `if redis.call('type',KEYS[1]).ok == 'none' then redis.call('hset',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],ARGV[2]) end`, []string{
		"absent K1 ttl:A2ms if K1!", "expire K1 ttl:A2ms if K1!",
	}},
	{"enter/expiry before the set", `if redis.call('exists',KEYS[1]) == 0 then redis.call('pexpire',KEYS[1],ARGV[2]) redis.call('set',KEYS[1],ARGV[1]) end`, []string{
		"expire K1 ttl:A2ms if K1!", "absent K1 if K1!",
	}},
	{"overwrite/exists", `if redis.call('exists',KEYS[1]) == 1 then redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) end`, []string{"set K1 ttl:A2ms if K1?"}},
	{"overwrite/lives", `if redis.call('pttl',KEYS[1]) > 0 then redis.call('pexpire',KEYS[1],ARGV[1]) end`, []string{"expire K1 ttl:A1ms if K1?"}},
	{"leave/at once", `redis.call('pexpire',KEYS[1],0)`, []string{"delete K1"}},
	{"leave/at once as the owner", `if redis.call('get',KEYS[1]) == ARGV[1] then redis.call('expire',KEYS[1],-1) end`, []string{"delete K1 owner if K1=A1"}},
	{"leave/mine or stuck", `if redis.call('get',KEYS[1]) == ARGV[1] or redis.call('ttl',KEYS[1]) == -1 then redis.call('del',KEYS[1]) end`, []string{"delete K1"}},
	{"leave/not binds first", `if not redis.call('get',KEYS[1]) == ARGV[1] then return 0 end return redis.call('del',KEYS[1])`, []string{"delete K1"}},
	{"leave/by a module", `local m = {}
function m.own(k, o) return redis.call('get',k) == o end
function m.free(k, o) if m.own(k, o) then return redis.call('del',k) end return 0 end
return m.free(KEYS[1], ARGV[1])`, []string{"delete K1 owner if K1=A1"}},
	{"leave/all of a list", `local vals = redis.call('mget',unpack(KEYS))
for i = 1, #vals do if vals[i] ~= ARGV[1] then return 0 end end
return redis.call('del',unpack(KEYS))`, []string{"delete K0"}},
}

// otherCases are fences, semaphores, limits, queues, and what cannot be read.
var otherCases = []scriptCase{
	{"fence/greater", `local cur = tonumber(redis.call('get',KEYS[1]) or '0')
if tonumber(ARGV[1]) > cur then redis.call('set',KEYS[1],ARGV[1]) return 1 end return 0`, []string{"set K1 fenced if K1<A1"}},
	{"fence/reject", `local cur = redis.call('get',KEYS[1])
if cur and tonumber(cur) >= tonumber(ARGV[1]) then return 0 end
redis.call('set',KEYS[1],ARGV[1]) return 1`, []string{"set K1 fenced"}},
	{"fence/two keys", `local cur = redis.call('get',KEYS[2])
if cur and tonumber(ARGV[1]) < tonumber(cur) then return 0 end
redis.call('set',KEYS[2],ARGV[1]) redis.call('set',KEYS[1],ARGV[2]) return 1`, []string{"set K2 fenced", "set K1 fenced"}},
	{"fence/wrong way round", `if tonumber(ARGV[1]) < tonumber(redis.call('get',KEYS[1])) then redis.call('set',KEYS[1],ARGV[1]) end`, []string{"set K1"}},
	{"fence/hash", `local cur = tonumber(redis.call('hget',KEYS[1],'token') or 0)
if cur <= tonumber(ARGV[1]) then redis.call('hset',KEYS[1],'token',ARGV[1]) end`, []string{"write K1 fenced if K1.'token'<=A1"}},
	{"fence/constant", `if tonumber(redis.call('get',KEYS[1])) < 5 then redis.call('set',KEYS[1],ARGV[1]) end`, []string{"set K1 if K1<'5'"}},
	{"owner of another key", `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('set',KEYS[2],ARGV[2]) end`, []string{"set K2 fenced if K1=A1"}},
	{"reentrant release", `if redis.call('hexists',KEYS[1],ARGV[3])==0 then return nil end
local n = redis.call('hincrby',KEYS[1],ARGV[3],-1)
if n > 0 then redis.call('pexpire',KEYS[1],ARGV[2]) return 0
else redis.call('del',KEYS[1]) redis.call('publish',KEYS[2],ARGV[1]) return 1 end`, []string{
		"incr K1 ttl:A2ms owner if K1=A3", "expire K1 ttl:A2ms owner if K1=A3", "delete K1 owner if K1=A3",
	}},
	{"rate limit", `local n = redis.call('incr',KEYS[1]) if n == 1 then redis.call('expire',KEYS[1],ARGV[1]) end return n`, []string{
		"incr K1 ttl:A1s", "expire K1 ttl:A1s",
	}},
	{"semaphore", `redis.call('zremrangebyscore',KEYS[1],'-inf',ARGV[1])
if redis.call('zcard',KEYS[1]) < tonumber(ARGV[2]) then redis.call('zadd',KEYS[1],ARGV[3],ARGV[4]) return 1 end return 0`, []string{"write K1", "write K1"}},
	{"queue", `local job = redis.call('rpoplpush',KEYS[1],KEYS[2]) if job then redis.call('hset',KEYS[3],job,ARGV[1]) end return job`, []string{
		"write K1 K2", "write K3",
	}},
	{"fair lock", `local first = redis.call('lindex',KEYS[2],0)
if redis.call('exists',KEYS[1])==0 and (first == false or first == ARGV[1]) then
  redis.call('lpop',KEYS[2]) redis.call('hset',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end
return 0`, []string{"write K2 owner if K1!", "absent K1 ttl:A2ms fenced if K1!", "expire K1 ttl:A2ms fenced if K1!"}},
	{"read lock", `local mode = redis.call('hget',KEYS[1],'mode')
if mode == false or mode == 'read' then
  redis.call('hset',KEYS[1],'mode','read') redis.call('hincrby',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end
return 0`, []string{"write K1 ttl:A2ms", "incr K1 ttl:A2ms", "expire K1 ttl:A2ms"}},
	{"while", `while redis.call('llen',KEYS[1]) > 0 do redis.call('lpop',KEYS[1]) end`, []string{"write K1"}},
	{"repeat", `repeat local v = redis.call('lpop',KEYS[1]) until not v redis.call('del',KEYS[1])`, []string{"write K1", "delete K1"}},
	{"json owner", `local d = cjson.decode(redis.call('get',KEYS[1])) if d.v == 1 then redis.call('del',KEYS[1]) end`, []string{"delete K1"}},
	{"json field", `local d = cjson.decode(redis.call('get',KEYS[1])) if d.owner == ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1.'owner'=A1"}},
	{"json nested field", `local d = cjson.decode(redis.call('get',KEYS[1])) if d.lock.owner ~= ARGV[1] then return 0 end redis.call('del',KEYS[1])`, []string{"delete K1 owner if K1.'lock.owner'=A1"}},
	{"json by pcall", `local ok, d = pcall(cjson.decode, redis.call('get',KEYS[1])) if ok and d['owner'] == ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1.'owner'=A1"}},
	{"json alias", `local decode = cjson.decode if decode(redis.call('get',KEYS[1])).owner == ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1.'owner'=A1"}},
	{"json of a hash field", `local d = cjson.decode(redis.call('hget',KEYS[1],'lock')) if d.owner == ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1.'lock.owner'=A1"}},
	{"json owner replaced before", `local d = cjson.decode(redis.call('get',KEYS[1])) d.owner = ARGV[1] if d.owner == ARGV[1] then redis.call('del',KEYS[1]) end`, bare},
	{"json not compared", `local d = cjson.decode(redis.call('get',KEYS[1])) if d.owner then redis.call('del',KEYS[1]) end`, []string{"delete K1 if K1.'owner'?"}},
	{"json of an argument", `local d = cjson.decode(ARGV[1]) if d.owner == redis.call('get',KEYS[1]) then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1=?"}},
	{"msgpack", `local d = cmsgpack.unpack(redis.call('get',KEYS[1])) if d.owner == ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1.'owner'=A1"}},
	{"hole as key", "if redis.call('get','lock:\uFFFC') == ARGV[1] then redis.call('del','lock:\uFFFC') end", []string{"delete 'lock:'..H1 fenced if 'lock:'..H0=A1"}},
	{"hole as token", "if redis.call('get',KEYS[1]) == \"\uFFFC\" then redis.call('del',KEYS[1]) end", []string{"delete K1 owner if K1=H0"}},
	{"hole as expiry", "redis.call('set',KEYS[1],ARGV[1],'NX','PX',\uFFFC)", []string{"absent K1 ttl:H0ms"}},
	{"hole as condition", "if \uFFFC then redis.call('del',KEYS[1]) end", bare},
	{"hole as command", "redis.call('\uFFFC',KEYS[1])", []string{"unknown"}},
	{"hole as function", "\uFFFC('del',KEYS[1])", []string{"unknown"}},
	{"hole before a string", "redis.call('get',KEYS[1]) \uFFFC 'x'", []string{"unknown"}},
	{"hole as table", "\uFFFC.call('del',KEYS[1])", []string{"unknown"}},
	{"hole as method", "redis.\uFFFC('del',KEYS[1])", []string{"unknown"}},
	{"hole as statement", "\uFFFC redis.call('del',KEYS[1])", []string{"unknown"}},
	{"hole after an expression", "if redis.call('get',KEYS[1]) == ARGV[1] \uFFFC then redis.call('del',KEYS[1]) end", []string{"unknown"}},
	{"hole as variable", "\uFFFC = 1 redis.call('del',KEYS[1])", []string{"unknown"}},
	{"hole as local", "local \uFFFC = 1 redis.call('del',KEYS[1])", []string{"unknown"}},
	{"hole in a name", "local v = get\uFFFC redis.call('del',KEYS[1])", []string{"unknown"}},
	{"hole in a comment", "-- \uFFFC\nredis.call('del',KEYS[1])", bare},
	{"struct", `local a = struct.unpack('I', redis.call('get',KEYS[1])) redis.call('set',KEYS[1],struct.pack('I',a))`, []string{"set K1"}},
	{"error reply", `if redis.call('get',KEYS[1]) ~= ARGV[1] then return redis.error_reply('NOT OWNER') end return redis.call('del',KEYS[1])`, released},
	{"error", `if redis.call('get',KEYS[1]) ~= ARGV[1] then error('not the owner') end return redis.call('del',KEYS[1])`, released},
	{"sha1hex", `redis.call('set', redis.sha1hex(KEYS[1]), 1)`, []string{"set ?"}},
	{"computed command", `return redis.call(ARGV[1],KEYS[1])`, []string{"unknown"}},
	{"computed by unpack", `return redis.call(unpack(ARGV))`, []string{"unknown"}},
	{"computed by concat", `return redis.call('d'..'el',KEYS[1])`, bare},
	{"command from two constants", `local c = 'del' if ARGV[1] == 'x' then c = 'unlink' end return redis.call(c,KEYS[1])`, []string{"delete K1", "delete K1"}},
	{"empty", ``, []string{""}},
	{"unterminated string", `return redis.call("get`, []string{"unknown"}},
	{"unterminated comment", `--[[ return`, []string{"unknown"}},
	{"unterminated if", `if true then`, []string{"unknown"}},
	{"no lua", `SELECT 1 FROM locks`, []string{"unknown"}},
	{"invalid UTF-8 outside", "return \xff\xfe", []string{"unknown"}},
	{"invalid UTF-8 in a string", "redis.call('set','\xff\xfe',1)", []string{"set '\xff\xfe'"}},
	{"NUL", "return \x00", []string{"unknown"}},
	{"goto", `goto done redis.call('del',KEYS[1]) ::done::`, []string{"unknown"}},
	{"recursion", `local function f(n) redis.call('del',KEYS[1]) return f(n) end return f(1)`, []string{"unknown"}},
}
