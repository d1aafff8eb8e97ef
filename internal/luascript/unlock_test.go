package luascript_test

var (
	released = []string{"delete K1 owner if K1=A1"}
	present  = []string{"delete K1 owner if K1? K1=A1"}
	bare     = []string{"delete K1"}
	others   = []string{"delete K1 if K1≠A1"}
)

// releaseCases are the spellings of compare-and-delete, right and wrong.
var releaseCases = []scriptCase{
	{"del/canonical", `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`, released},
	{"del/mirrored", `if ARGV[1] == redis.call('GET', KEYS[1]) then return redis.call('DEL', KEYS[1]) end return 0`, released},
	{"del/mixed case", `if redis.call('Get',KEYS[1])==ARGV[1] then redis.call('dEl',KEYS[1]) end`, released},
	{"del/unlink", `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('unlink',KEYS[1]) end`, released},
	{"del/pcall", `if redis.pcall('get',KEYS[1])==ARGV[1] then return redis.pcall('del',KEYS[1]) end`, released},
	{"del/lua pcall", `local ok, v = pcall(redis.call,'get',KEYS[1]) if ok and v == ARGV[1] then redis.call('del',KEYS[1]) end`, released},
	{"del/server.call", `if server.call('get',KEYS[1])==ARGV[1] then return server.call('del',KEYS[1]) end`, released},
	{"del/local owner", "local owner = redis.call('get',KEYS[1])\nif owner == ARGV[1] then\n redis.call('del',KEYS[1])\n return 1\nend\nreturn 0", released},
	{"del/local key and token", `local key, token = KEYS[1], ARGV[1]
if redis.call('get', key) == token then return redis.call('del', key) end`, released},
	{"del/early return", `local owner = redis.call('get',KEYS[1])
if owner ~= ARGV[1] then return 0 end
redis.call('del',KEYS[1])
return 1`, released},
	{"del/early return of two", `local v = redis.call('get',KEYS[1])
if not v then return 0 end
if v ~= ARGV[1] then return -1 end
return redis.call('del',KEYS[1])`, present},
	{"del/or early return", `local v = redis.call('get',KEYS[1])
if v == false or v ~= ARGV[1] then return 0 end
return redis.call('del',KEYS[1])`, present},
	{"del/and", `local v = redis.call('get',KEYS[1]) if v and v == ARGV[1] then redis.call('del',KEYS[1]) end`, present},
	{"del/nested", `local v = redis.call('get',KEYS[1])
if v then if v == ARGV[1] then return redis.call('del',KEYS[1]) end end return 0`, present},
	{"del/not of not equal", `if not (redis.call('get',KEYS[1]) ~= ARGV[1]) then redis.call('del',KEYS[1]) end`, released},
	{"del/else branch", `if redis.call('get',KEYS[1]) ~= ARGV[1] then return 0 else return redis.call('del',KEYS[1]) end`, released},
	{"del/elseif", `local v = redis.call('get',KEYS[1])
if v == false then return 1 elseif v == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end`, present},
	{"del/tostring", `if tostring(redis.call('get',KEYS[1])) == tostring(ARGV[1]) then redis.call('del',KEYS[1]) end`, released},
	{"del/tonumber", `if tonumber(redis.call('get',KEYS[1])) == tonumber(ARGV[1]) then redis.call('del',KEYS[1]) end`, released},
	{"del/stored flag", `local mine = redis.call('get',KEYS[1]) == ARGV[1]
if mine then return redis.call('del',KEYS[1]) end return 0`, released},
	{"del/negated flag", `local other = redis.call('get',KEYS[1]) ~= ARGV[1]
if other then return 0 end
return redis.call('del',KEYS[1])`, released},
	{"del/flag compared", `local mine = redis.call('get',KEYS[1]) == ARGV[1] if mine == false then return 0 end return redis.call('del',KEYS[1])`, released},
	{"del/flag of two", `local v = redis.call('get',KEYS[1]) local mine = v and v == ARGV[1] if mine then redis.call('del',KEYS[1]) end`, present},
	{"del/result variable", `local n = 0 if redis.call('get',KEYS[1]) == ARGV[1] then n = 1 end
if n == 1 then redis.call('del',KEYS[1]) end return n`, released},
	{"del/and expression", `return redis.call('get',KEYS[1]) == ARGV[1] and redis.call('del',KEYS[1]) or 0`, released},
	{"del/function", `local function unlock(key, token)
  if redis.call('get', key) == token then return redis.call('del', key) end
  return 0
end
return unlock(KEYS[1], ARGV[1])`, released},
	{"del/predicate function", `local function mine(key, token) return redis.call('get', key) == token end
if mine(KEYS[1], ARGV[1]) then return redis.call('del', KEYS[1]) end`, released},
	{"del/branching predicate", `local function mine(key, token)
  if redis.call('get', key) == token then return true end
  return false
end
if not mine(KEYS[1], ARGV[1]) then return 0 end
return redis.call('del', KEYS[1])`, released},
	{"del/predicate by number", `local function mine(key, token) if redis.call('get', key) == token then return 1 end return 0 end
if mine(KEYS[1], ARGV[1]) == 1 then return redis.call('del', KEYS[1]) end`, released},
	{"del/closure sets a flag", `local ok = false
local function check() if redis.call('get', KEYS[1]) == ARGV[1] then ok = true end end
check()
if ok then redis.call('del', KEYS[1]) end`, released},
	{"del/variadic wrapper", `local function call(...) return redis.call(...) end
if call('get', KEYS[1]) == ARGV[1] then call('del', KEYS[1]) end`, released},
	{"del/global function", `function get(k) return redis.call('get', k) end
if get(KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`, released},
	{"del/alias of call", `local call = redis.call if call('get',KEYS[1]) == ARGV[1] then call('del',KEYS[1]) end`, released},
	{"del/alias of redis", `local r = redis if r.call('get',KEYS[1]) == ARGV[1] then r.call('del',KEYS[1]) end`, released},
	{"del/command in local", `local get, del = 'get', 'del' if redis.call(get,KEYS[1]) == ARGV[1] then redis.call(del,KEYS[1]) end`, released},
	{"del/table and unpack", `local a = {KEYS[1], ARGV[1]}
local key, token = unpack(a)
if redis.call('get',key) == token then redis.call('del',key) end`, released},
	{"del/indexed table", `local a = {KEYS[1], ARGV[1]} if redis.call('get',a[1]) == a[2] then redis.call('del',a[1]) end`, released},
	{"del/named table", `local a = {key = KEYS[1], token = ARGV[1]} if redis.call('get',a.key) == a.token then redis.call('del',a.key) end`, released},
	{"del/unpack argv", `local token = unpack(ARGV) if redis.call('get',KEYS[1]) == token then redis.call('del',KEYS[1]) end`, released},
	{"del/comments and semicolons", "-- release\n--[[ if owner ]] local v = redis.call('get',KEYS[1]); if v == ARGV[1] then redis.call('del',KEYS[1]); end;", released},
	{"del/long string", `if redis.call([[get]],KEYS[1]) == ARGV[1] then redis.call([==[del]==],KEYS[1]) end`, released},
	{"del/log and replicate", `redis.log(redis.LOG_NOTICE, 'release') redis.replicate_commands()
if redis.call('get',KEYS[1])==ARGV[1] then redis.call('del',KEYS[1]) end`, released},
	{"del/concat key", `local k = 'lock:' .. KEYS[1] if redis.call('get',k)==ARGV[1] then redis.call('del',k) end`, []string{"delete 'lock:'..K1 owner if 'lock:'..K1=A1"}},
	{"del/concat token", `if redis.call('get',KEYS[1])==ARGV[1]..':'..ARGV[2] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1=A1..':'..A2"}},
	{"del/publish after", `if redis.call('get',KEYS[1])==ARGV[1] then redis.call('del',KEYS[1]) redis.call('publish',KEYS[2],'free') return 1 end return 0`, released},
	{"del/do block", `do local v = redis.call('get',KEYS[1]) if v == ARGV[1] then redis.call('del',KEYS[1]) end end`, released},
	{"del/shadowed", `local v = ARGV[1] do local v = redis.call('get',KEYS[1]) end if redis.call('get',KEYS[1]) == v then redis.call('del',KEYS[1]) end`, released},
	{"del/assert", `assert(redis.call('get',KEYS[1]) == ARGV[1]) return redis.call('del',KEYS[1])`, released},
	{"del/delex", `return redis.call('delex',KEYS[1],'IFEQ',ARGV[1])`, released},
	{"del/for keys", `for i, k in ipairs(KEYS) do if redis.call('get',k)==ARGV[1] then redis.call('del',k) end end`, []string{"delete K0 owner if K0=A1"}},
	{"del/for index", `for i = 1, #KEYS do if redis.call('get',KEYS[i])==ARGV[1] then redis.call('del',KEYS[i]) end end`, []string{"delete K0 owner if K0=A1"}},
	{"del/for known list", `for i, k in ipairs({KEYS[1]}) do if redis.call('get',k)==ARGV[1] then redis.call('del',k) end end`, released},
	{"del/mget", `local v = redis.call('mget',KEYS[1],KEYS[2]) if v[1] == ARGV[1] then redis.call('del',KEYS[1]) end`, released},
	{"del/hash owner", `if redis.call('hget',KEYS[1],'owner')==ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 owner if K1.'owner'=A1"}},
	{"del/shebang", "#!lua name=locks\nredis.register_function('unlock', function(keys, args)\n if redis.call('get',keys[1])==args[1] then return redis.call('del',keys[1]) end end)", released},
	{"del/function table", "#!lua name=locks\nlocal function unlock(keys, args) if redis.call('get',keys[1])==args[1] then return redis.call('del',keys[1]) end return 0 end\nredis.register_function{function_name='unlock', callback=unlock, flags={}}", released},

	{"bare/del", `return redis.call('del',KEYS[1])`, bare},
	{"bare/exists", `if redis.call('exists',KEYS[1])==1 then return redis.call('del',KEYS[1]) end`, []string{"delete K1 if K1?"}},
	{"bare/get", `if redis.call('get',KEYS[1]) then return redis.call('del',KEYS[1]) end`, []string{"delete K1 if K1?"}},
	{"bare/not nil", `if redis.call('get',KEYS[1]) ~= nil then return redis.call('del',KEYS[1]) end`, bare},
	{"bare/constant", `if redis.call('get',KEYS[1])=='locked' then return redis.call('del',KEYS[1]) end`, []string{"delete K1 if K1='locked'"}},
	{"bare/inverted", `if redis.call('get',KEYS[1]) ~= ARGV[1] then return redis.call('del',KEYS[1]) end`, others},
	{"bare/else of the comparison", `if redis.call('get',KEYS[1]) == ARGV[1] then return 1 else redis.call('del',KEYS[1]) end`, others},
	{"bare/no such holder", `if redis.call('hexists',KEYS[1],ARGV[1]) == 0 then redis.call('del',KEYS[1]) end`, others},
	{"bare/arity", `if #KEYS ~= 1 or #ARGV < 1 then return redis.error_reply('arity') end redis.call('del',KEYS[1])`, bare},
	{"bare/any keys", `if #KEYS > 0 then redis.call('del',KEYS[1]) end return 0`, bare},
	{"bare/soon over", `if redis.call('pttl',KEYS[1]) < 500 then redis.call('del',KEYS[1]) end`, bare},
	{"bare/count below one", `if redis.call('hincrby',KEYS[1],ARGV[1],-1) <= 0 then redis.call('del',KEYS[1]) end`, []string{"incr K1", "delete K1"}},
	{"del/own count", `if redis.call('hincrby',KEYS[1],ARGV[1],-1) == 0 then redis.call('del',KEYS[1]) end`, []string{"incr K1", "delete K1 owner if K1=A1"}},
	{"bare/argument given", `if ARGV[1] and ARGV[2] ~= '' then redis.call('del',KEYS[1]) end`, bare},
	{"bare/for index", `for i = 1, #KEYS do redis.call('del',KEYS[i]) end`, []string{"delete K0"}},
	{"bare/some index", `for i = 2, #KEYS do redis.call('del',KEYS[i]) end`, []string{"delete K-1"}},
	{"bare/after the if", `if redis.call('get',KEYS[1]) == ARGV[1] then redis.log(1,'mine') end return redis.call('del',KEYS[1])`, bare},
	{"bare/or", `if redis.call('get',KEYS[1]) == ARGV[1] or ARGV[2] == 'force' then redis.call('del',KEYS[1]) end`, bare},
	{"bare/other key", `if redis.call('get',KEYS[2]) == ARGV[1] then redis.call('del',KEYS[1]) end`, []string{"delete K1 fenced if K2=A1"}},
	{"bare/compares arguments", `if ARGV[1] == ARGV[2] then redis.call('del',KEYS[1]) end`, bare},
	{"bare/all keys", `return redis.call('del',unpack(KEYS))`, []string{"delete K0"}},
	{"bare/collected keys", `local t = {} for i = 1, #KEYS do t[#t+1] = KEYS[i] end return redis.call('del',unpack(t))`, []string{"delete K0"}},
	{"bare/several", `redis.call('del',KEYS[1],KEYS[2])`, []string{"delete K1 K2"}},
	{"bare/one branch", `local mode = ARGV[2]
if mode == 'safe' then
  if redis.call('get',KEYS[1]) ~= ARGV[1] then return 0 end
end
return redis.call('del',KEYS[1])`, bare},
	{"bare/loop does not check all", `for i, k in ipairs(KEYS) do if redis.call('get',k) == ARGV[1] then break end end
redis.call('del',KEYS[1])`, bare},
	{"bare/loop counts", `local n = 0 for i, k in ipairs(KEYS) do if redis.call('get',k) == ARGV[1] then n = n + 1 end end
if n > 0 then for i, k in ipairs(KEYS) do redis.call('del',k) end end`, []string{"delete K0"}},
	{"bare/ignored flag", `local mine = redis.call('get',KEYS[1]) == ARGV[1] redis.call('del',KEYS[1]) return mine`, bare},
	{"bare/flag overwritten", `local mine = redis.call('get',KEYS[1]) == ARGV[1]
mine = true
if mine then redis.call('del',KEYS[1]) end`, bare},
	{"bare/reassigned", `local v = redis.call('get',KEYS[1]) v = ARGV[2] if v == ARGV[1] then redis.call('del',KEYS[1]) end`, bare},
	{"bare/dead branch", `local v = 'x' if v == 'y' then redis.call('del',KEYS[1]) end`, nil},
	{"bare/caught by pcall", `pcall(function() assert(redis.call('get',KEYS[1]) == ARGV[1]) end) redis.call('del',KEYS[1])`, bare},
}
