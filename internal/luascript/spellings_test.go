package luascript

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Spellings of compare-and-delete: each deletes KEYS[1] once, and only if it
// stores ARGV[1].
var releases = []string{
	`if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`,
	`if ARGV[1] == redis.call("GET", KEYS[1]) then return redis.call("DEL", KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('unlink', KEYS[1])`,
	`if not (redis.call('get', KEYS[1]) == ARGV[1]) then return 0 end return redis.call('del', KEYS[1])`,
	`if ARGV[1] ~= redis.pcall('Get', KEYS[1]) then return nil end; redis.pcall('Del', KEYS[1]); return true`,
	`local v = redis.call('get', KEYS[1])
if v == ARGV[1] then
  return redis.call('del', KEYS[1])
end
return 0`,
	`local key, token = KEYS[1], ARGV[1]
local cur = redis.call('GET', key)
if cur ~= token then
  return redis.error_reply('NOT OWNER')
end
redis.call('DEL', key)
return redis.status_reply('OK')`,
	`local v = redis.call('get', KEYS[1]) if v and v == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	`local v = redis.call('get', KEYS[1]) if v == false then return -1 elseif v == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`,
	`local v = redis.call('get', KEYS[1]) if not v then return 1 end if v ~= ARGV[1] then return 0 end redis.call('del', KEYS[1]) return 1`,
	`local v = redis.call('get', KEYS[1]) if not v or v ~= ARGV[1] then return 0 end return redis.call('del', KEYS[1])`,
	`return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0`,
	`return (redis.call('get', KEYS[1]) == ARGV[1]) and redis.call('del', KEYS[1])`,
	`return redis.call('get', KEYS[1]) ~= ARGV[1] or redis.call('del', KEYS[1])`,
	`local mine = redis.call('get', KEYS[1]) == ARGV[1] if mine then return redis.call('del', KEYS[1]) end return 0`,
	`local other = redis.call('get', KEYS[1]) ~= ARGV[1] if other then return 0 end return redis.call('del', KEYS[1])`,
	`local mine = redis.call('get', KEYS[1]) == ARGV[1] if not mine then return 0 end return redis.call('del', KEYS[1])`,
	`local function owns(key, token) return redis.call('get', key) == token end
if owns(KEYS[1], ARGV[1]) then return redis.call('del', KEYS[1]) end
return 0`,
	`local function owns(key, token)
  local v = redis.call('get', key)
  if v == token then return true end
  return false
end
if not owns(KEYS[1], ARGV[1]) then return 0 end
return redis.call('del', KEYS[1])`,
	`local function owns(key, token)
  if redis.call('get', key) == token then return 1 end
  return 0
end
if owns(KEYS[1], ARGV[1]) == 1 then redis.call('del', KEYS[1]) end`,
	`local function release(key, token)
  if redis.call('get', key) == token then return redis.call('del', key) end
  return 0
end
return release(KEYS[1], ARGV[1])`,
	`local release = function(key, token)
  local v = redis.call('get', key)
  if v ~= token then return 0 end
  return redis.call('del', key)
end
local n = release(KEYS[1], ARGV[1])
return n`,
	`local get = function(k) return redis.call('get', k) end
local del = function(k) return redis.call('del', k) end
if get(KEYS[1]) == ARGV[1] then return del(KEYS[1]) end`,
	`local call = redis.call if call('get', KEYS[1]) == ARGV[1] then return call('del', KEYS[1]) end return 0`,
	`local r = redis local k = KEYS[1] if r.call('get', k) == ARGV[1] then return r.call('del', k) end`,
	`if server.call('get', KEYS[1]) == ARGV[1] then return server.call('del', KEYS[1]) end return 0`,
	`if redis['call']('get', KEYS[1]) == ARGV[1] then return redis['call']('del', KEYS[1]) end return 0`,
	`if redis.call("get",KEYS[1]) == ARGV[1] then do local k = KEYS[1] redis.call("del", k) end end`,
	`local t = {KEYS[1], ARGV[1]} if redis.call('get', t[1]) == t[2] then return redis.call('del', t[1]) end`,
	`local t = {key = KEYS[1], owner = ARGV[1]} if redis.call('get', t.key) == t.owner then return redis.call('del', t['key']) end`,
	`local k, v = unpack({KEYS[1], ARGV[1]}) if redis.call('get', k) == v then return redis.call('del', k) end`,
	`local k = unpack(KEYS) local v = unpack(ARGV) if redis.call('get', k) == v then return redis.call('del', k) end`,
	`local a = {'del', KEYS[1]} if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call(unpack(a)) end`,
	`if tostring(redis.call('get', KEYS[1])) == tostring(ARGV[1]) then return redis.call('del', KEYS[1]) end`,
	`if tonumber(redis.call('get', KEYS[1])) == tonumber(ARGV[1]) then return redis.call('del', KEYS[1]) end`,
	`local v = redis.call('get', KEYS[1]) or '' if v == ARGV[1] then return redis.call('del', KEYS[1]) end`,
	`local v = redis.call('get', KEYS[1]) local ok = 0 if v == ARGV[1] then ok = redis.call('del', KEYS[1]) end return ok`,
	`local ok = false if redis.call('get', KEYS[1]) == ARGV[1] then ok = true end if ok then redis.call('del', KEYS[1]) end return ok`,
	`local ok = 0 if redis.call('get', KEYS[1]) == ARGV[1] then ok = 1 end if ok == 1 then redis.call('del', KEYS[1]) end return ok`,
	`if redis.call('exists', KEYS[1]) == 0 then return 0 end if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('del', KEYS[1])`,
	`if redis.call('exists', KEYS[1]) == 1 then if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end end return 0`,
	`if redis.call('exists', KEYS[1]) == 1 and redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	`if #KEYS ~= 1 then return redis.error_reply('keys') end if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	`-- release
--[[ only
the owner ]]
if redis.call("get", KEYS[1]) == ARGV[1] then -- mine
    return redis.call("del", KEYS[1]) --[==[ gone ]==]
else
    redis.log(redis.LOG_WARNING, 'not mine')
    return 0
end`,
	"#!lua name=locks flags=no-writes\nif redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
	`redis.replicate_commands() if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	"if redis.call([[get]], KEYS[1]) == ARGV[1] then\r\n\treturn redis.call([[del]], KEYS[1])\r\nend\r\nreturn 0\r\n",
	`local cmd = 'd' .. 'el' if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call(cmd, KEYS[1]) end`,
	`local ok, v = pcall(redis.call, 'get', KEYS[1]) if v == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('publish', 'freed', '1') return redis.call('del', KEYS[1]) end return 0`,
	`local v = redis.call('get', KEYS[1]) while v == ARGV[1] do redis.call('del', KEYS[1]) break end`,
	`local v = redis.call('get', KEYS[1]) repeat if v ~= ARGV[1] then break end redis.call('del', KEYS[1]) until true`,
	`assert(redis.call('get', KEYS[1]) == ARGV[1]) return redis.call('del', KEYS[1])`,
	`if redis.call('get', KEYS[1]) ~= ARGV[1] then error('lost') end return redis.call('del', KEYS[1])`,
	`redis.register_function('release', function(keys, args)
  if redis.call('get', keys[1]) == args[1] then return redis.call('del', keys[1]) end
  return 0
end)`,
	`local function release(keys, args)
  if redis.call('get', keys[1]) == args[1] then return redis.call('del', keys[1]) end
  return 0
end
redis.register_function{function_name = 'release', callback = release, flags = {}}`,
}

func TestReleases(t *testing.T) {
	mine := Guard{Kind: StoredEqual, Key: Value{Kind: Keys, Index: 1}, With: Value{Kind: Argv, Index: 1}}
	for i, text := range releases {
		r := Read(text)
		require.True(t, r.Known, "%d: %s: %s", i, text, r.Err)
		if dels := ofOp(r, OpDelete); len(dels) != 1 {
			t.Errorf("%d: %s: %+v", i, text, r.Effects)
		} else {
			e := r.Effects[dels[0]]
			equal := hasGuard(e.Guards, mine)
			if len(e.Keys) != 1 || e.Keys[0].String() != "KEYS[1]" || !e.OwnerChecked() || !equal {
				t.Errorf("%d: %s: %+v", i, text, r.Effects)
			}
		}
	}
}

// Scripts that delete KEYS[1] although it may store somebody else's value.
var bareReleases = []string{
	`return redis.call('del', KEYS[1])`,
	`if redis.call('exists', KEYS[1]) == 1 then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[1]) then return redis.call('del', KEYS[1]) end return 0`,
	`local v = redis.call('get', KEYS[1]) if v ~= false then return redis.call('del', KEYS[1]) end`,
	`if redis.call('get', KEYS[1]) ~= ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[1]) == 'locked' then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[2]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[1]) == ARGV[1] or ARGV[2] == 'force' then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('hdel', KEYS[2], 'x') end return redis.call('del', KEYS[1])`,
	`local v = redis.call('get', KEYS[1]) if v ~= ARGV[1] then redis.log(redis.LOG_NOTICE, 'not mine') end return redis.call('del', KEYS[1])`,
	`if ARGV[1] == ARGV[1] then return redis.call('del', KEYS[1]) end`,
	`if ARGV[1] then return redis.call('del', KEYS[1]) end`,
	`if redis.call('ttl', KEYS[1]) > 0 then return redis.call('del', KEYS[1]) end return 0`,
	`if redis.call('ttl', KEYS[1]) == -1 then return redis.call('del', KEYS[1]) end return 0`,
	`local mine = redis.call('get', KEYS[1]) == ARGV[1] return redis.call('del', KEYS[1])`,
	`local mine = redis.call('get', KEYS[1]) == ARGV[1] mine = true if mine then return redis.call('del', KEYS[1]) end`,
	`local function owns(k) return redis.call('exists', k) == 1 end if owns(KEYS[1]) then return redis.call('del', KEYS[1]) end`,
	`local function owns(k, v) return redis.call('get', k) == v end if owns(KEYS[2], ARGV[1]) then return redis.call('del', KEYS[1]) end`,
	`for _, k in ipairs(KEYS) do redis.call('del', k) end`,
	`for i = 1, #KEYS do redis.call('del', KEYS[i]) end`,
	`redis.call('set', KEYS[2], '1') redis.call('del', KEYS[1])`,
	`if not redis.call('get', KEYS[1]) == ARGV[1] then return 0 end return redis.call('del', KEYS[1])`,
	`local ok = true if redis.call('get', KEYS[1]) == ARGV[1] then ok = true end if ok then redis.call('del', KEYS[1]) end`,
}

func TestBareReleases(t *testing.T) {
	for i, text := range bareReleases {
		r := Read(text)
		require.True(t, r.Known, "%d: %s: %s", i, text, r.Err)
		bare := false
		for _, d := range ofOp(r, OpDelete) {
			bare = bare || !r.Effects[d].OwnerChecked()
		}
		if !bare {
			t.Errorf("%d: %s: %+v", i, text, r.Effects)
		}
	}
}

func ofOp(r *Reading, op Op) []int {
	var out []int
	for i := range r.Effects {
		if r.Effects[i].Op == op {
			out = append(out, i)
		}
	}
	return out
}
