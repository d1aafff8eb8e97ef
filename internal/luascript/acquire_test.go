package luascript_test

// acquireCases are scripts that take a lock.
var acquireCases = []scriptCase{
	{"set/nx px", `return redis.call('set',KEYS[1],ARGV[1],'NX','PX',ARGV[2])`, []string{"absent K1 ttl:A2ms"}},
	{"set/px nx", `return redis.call('SET',KEYS[1],ARGV[1],'px',ARGV[2],'nx')`, []string{"absent K1 ttl:A2ms"}},
	{"set/ex constant", `return redis.call('set',KEYS[1],ARGV[1],'EX',30,'NX')`, []string{"absent K1 ttl:'30's"}},
	{"set/exat", `return redis.call('set',KEYS[1],ARGV[1],'NX','EXAT',ARGV[2])`, []string{"absent K1 ttl:A2@s"}},
	{"set/pxat", `return redis.call('set',KEYS[1],ARGV[1],'NX','PXAT',ARGV[2])`, []string{"absent K1 ttl:A2@ms"}},
	{"set/nx only", `return redis.call('set',KEYS[1],ARGV[1],'NX')`, []string{"absent K1"}},
	{"set/nx get", `return redis.call('set',KEYS[1],ARGV[1],'NX','GET','PX',ARGV[2])`, []string{"absent K1 ttl:A2ms"}},
	{"set/xx", `return redis.call('set',KEYS[1],ARGV[1],'XX','PX',ARGV[2])`, []string{"present K1 ttl:A2ms"}},
	{"set/value named nx", `return redis.call('set',KEYS[1],'NX')`, []string{"set K1"}},
	{
		"set/then expire", `if redis.call('set',KEYS[1],ARGV[1],'NX') then redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end return 0`,
		[]string{"absent K1 ttl:A2ms", "expire K1 ttl:A2ms if K1+"},
	},
	{
		"set/compared with false", `if redis.call('set',KEYS[1],ARGV[1],'NX') ~= false then redis.call('pexpire',KEYS[1],ARGV[2]) end`,
		[]string{"absent K1 ttl:A2ms", "expire K1 ttl:A2ms if K1+"},
	},
	{
		"set/status field", `local r = redis.call('set',KEYS[1],ARGV[1],'NX') if r and r.ok == 'OK' then redis.call('expire',KEYS[1],9) end`,
		[]string{"absent K1 ttl:'9's", "expire K1 ttl:'9's if K1+"},
	},
	{
		"setnx/then expire", `if redis.call('setnx',KEYS[1],ARGV[1])==1 then redis.call('expire',KEYS[1],ARGV[2]) return 1 end return 0`,
		[]string{"absent K1 ttl:A2s", "expire K1 ttl:A2s if K1+"},
	},
	{
		"setnx/local", `local ok = redis.call('setnx',KEYS[1],ARGV[1]) if ok == 0 then return 0 end redis.call('pexpire',KEYS[1],ARGV[2]) return 1`,
		[]string{"absent K1 ttl:A2ms", "expire K1 ttl:A2ms if K1+"},
	},
	{
		"setnx/zero is true", `if redis.call('setnx',KEYS[1],ARGV[1]) then redis.call('expire',KEYS[1],ARGV[2]) end`,
		[]string{"absent K1 ttl:A2s", "expire K1 ttl:A2s"},
	},
	{
		"setnx/greater than zero", `if redis.call('setnx',KEYS[1],ARGV[1]) > 0 then redis.call('expire',KEYS[1],ARGV[2]) end`,
		[]string{"absent K1 ttl:A2s", "expire K1 ttl:A2s if K1+"},
	},
	{
		"setnx/expire in the wrong branch", `if redis.call('setnx',KEYS[1],ARGV[1])==1 then return 1 end redis.call('expire',KEYS[1],ARGV[2]) return 0`,
		[]string{"absent K1", "expire K1 ttl:A2s if K1-"},
	},
	{"setnx/alone", `return redis.call('setnx',KEYS[1],ARGV[1])`, []string{"absent K1"}},
	{
		"setnx/expire of another key", `redis.call('setnx',KEYS[1],ARGV[1]) redis.call('expire',KEYS[2],ARGV[2])`,
		[]string{"absent K1", "expire K2 ttl:A2s"},
	},
	{"msetnx", `return redis.call('msetnx',KEYS[1],ARGV[1],KEYS[2],ARGV[1])`, []string{"absent K1 K2"}},
	{
		"hsetnx", `if redis.call('hsetnx',KEYS[1],'owner',ARGV[1])==1 then redis.call('pexpire',KEYS[1],ARGV[2]) end`,
		[]string{"absent K1 ttl:A2ms", "expire K1 ttl:A2ms if K1.'owner'+"},
	},
	{"getset", `local old = redis.call('getset',KEYS[1],ARGV[1]) if not old then return 1 end return 0`, []string{"set K1"}},
	{
		"exists then set", `if redis.call('exists',KEYS[1])==0 then redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) return 1 end return 0`,
		[]string{"absent K1 ttl:A2ms if K1!"},
	},
	{"get then set", `if not redis.call('get',KEYS[1]) then redis.call('psetex',KEYS[1],ARGV[2],ARGV[1]) end`, []string{"absent K1 ttl:A2ms if K1!"}},
	{"get false then set", `if redis.call('get',KEYS[1]) == false then redis.call('setex',KEYS[1],ARGV[2],ARGV[1]) end`, []string{"absent K1 ttl:A2s if K1!"}},
	{"redisson", `if redis.call('exists', KEYS[1]) == 0 then
  redis.call('hincrby', KEYS[1], ARGV[2], 1); redis.call('pexpire', KEYS[1], ARGV[1]); return nil
end
if redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
  redis.call('hincrby', KEYS[1], ARGV[2], 1); redis.call('pexpire', KEYS[1], ARGV[1]); return nil
end
return redis.call('pttl', KEYS[1])`, []string{
		"absent K1 ttl:A1ms if K1!", "expire K1 ttl:A1ms if K1!",
		"incr K1 ttl:A1ms owner if K1? K1=A2", "expire K1 ttl:A1ms owner if K1? K1=A2",
	}},
	{"computed option", `return redis.call('set',KEYS[1],ARGV[1],'NX',ARGV[3],ARGV[2])`, []string{"absent K1 ttl:??"}},
	{
		"compared with OK", `if redis.call('set',KEYS[1],ARGV[1],'NX') == 'OK' then redis.call('expire',KEYS[1],ARGV[2]) end`,
		[]string{"absent K1 ttl:A2s", "expire K1 ttl:A2s if K1+"},
	},
	{
		"compared with nil", `if redis.call('set',KEYS[1],ARGV[1],'NX') == nil then return 0 end redis.call('expire',KEYS[1],ARGV[2])`,
		[]string{"absent K1 ttl:A2s", "expire K1 ttl:A2s"},
	},
	{
		"nx get won", `if not redis.call('set',KEYS[1],ARGV[1],'NX','GET') then redis.call('expire',KEYS[1],ARGV[2]) end`,
		[]string{"absent K1 ttl:A2s", "expire K1 ttl:A2s if K1+"},
	},
	{"two locks by a function", `local function take(k) return redis.call('setnx',k,ARGV[1]) end
if take(KEYS[1]) == 0 then return 0 end
redis.call('expire',KEYS[1],9)
if take(KEYS[2]) == 0 then redis.call('del',KEYS[1]) return 0 end
redis.call('expire',KEYS[2],9) return 1`, []string{
		"absent K1 ttl:'9's", "expire K1 ttl:'9's if K1+", "absent K2 ttl:'9's if K1+", "delete K1 if K1+ K2-", "expire K2 ttl:'9's if K1+ K2+",
	}},
	{"mset all keys", `for i = 1, #KEYS do if redis.call('exists',KEYS[i]) == 1 then return 0 end end
for i = 1, #KEYS do redis.call('set',KEYS[i],ARGV[1],'PX',ARGV[2]) end return 1`, []string{"absent K0 ttl:A2ms if K0!"}},
}
