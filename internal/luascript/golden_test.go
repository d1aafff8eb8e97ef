package luascript_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/golden"
	. "github.com/locklint/locklint/internal/luascript"
)

var update = flag.Bool("update", false, "write the golden file of readings")

// variants make another script of one: with an unknown text in it, with the opposite of
// a comparison, with another key.
var variants = []struct{ from, to string }{
	{"ARGV[1]", "\ufffc"}, {"KEYS[1]", "'\ufffc'"}, {"==", "~="}, {"KEYS[1]", "KEYS[2]"}, {" and ", " or "}, {"ARGV[1]", "'mine'"},
}

// spelled are scripts whose syntax is rare.
var spelled = []string{
	"local v = redis.call([[get]], KEYS[1]) --[[ long\n]] --[==[ longer ]] ]==]\nif v == ARGV[1] then return redis.call('del', KEYS[1]) end",
	"local s = 'a\\'b\\65\\z  c' local n = 0x1F + 1e3 - .5 if redis.call('get', KEYS[1]) == s then redis.call('set', KEYS[1], n) end",
	"for i = 1, 3 do redis.call('del', KEYS[i]) end for i = 3, 1, -1 do redis.call('expire', KEYS[1], i) end",
	"for i = 10, 1 do redis.call('del', KEYS[1]) end for i = 1, #ARGV, 2 do redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 1]) end",
	"local i = 1 while i <= 2 do if redis.call('get', KEYS[i]) == ARGV[1] then redis.call('del', KEYS[i]) end i = i + 1 end",
	"local n = 2 repeat n = n - 1 redis.call('incr', KEYS[1]) until n == 0 return n",
	"local t = {KEYS[1], KEYS[2], x = ARGV[1], ['y'] = 2} t[3] = t.x if redis.call('get', t[1]) == t.x then redis.call('del', unpack(t)) end return #t",
	"local t = {} for _, k in ipairs(KEYS) do if redis.call('exists', k) == 0 then table.insert(t, k) end end for _, k in pairs(t) do redis.call('set', k, ARGV[1], 'PX', 100) end return #t",
	"local v = redis.call('hmget', KEYS[1], 'owner', 'n') if v[1] == ARGV[1] then redis.call('hincrby', KEYS[1], 'n', -1) if tonumber(v[2]) <= 1 then redis.call('del', KEYS[1]) end end return v[2]",
	"local ok = redis.call('set', KEYS[1], ARGV[1], 'NX', 'EX', tonumber(ARGV[2])) if type(ok) == 'table' and ok.ok == 'OK' then return redis.call('incr', KEYS[2]) end return false",
	"if redis.call('setnx', KEYS[1], ARGV[1]) == 1 then redis.call('pexpireat', KEYS[1], ARGV[2]) return 1 elseif redis.call('ttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], 10) end return redis.call('pttl', KEYS[1])",
	"local t = redis.call('time') local now = t[1] * 1000 + math.floor(t[2] / 1000) if now > tonumber(redis.call('get', KEYS[1]) or '0') then redis.call('set', KEYS[1], now + ARGV[1]) end",
	"local cur = tonumber(redis.call('hget', KEYS[1], 'token') or 0) if cur < tonumber(ARGV[1]) then redis.call('hset', KEYS[1], 'token', ARGV[1], 'v', ARGV[2]) return 1 end return redis.error_reply('STALE')",
	"local cur = redis.call('get', KEYS[1]) if not cur or tonumber(ARGV[1]) >= tonumber(cur) then redis.call('mset', KEYS[1], ARGV[1], KEYS[2], ARGV[2]) end return {1, cur, nil}",
	"local function f(k, ...) if select('#', ...) > 0 then return redis.call('del', k) end end return f(KEYS[1], 1)",
	"local function f(n) if n > 1 then return f(n - 1) end return redis.call('del', KEYS[1]) end return f(3)",
	"local ok, e = pcall(function() redis.call('del', KEYS[1]) end) if not ok then error(e) end assert(redis.call('get', KEYS[1]), 'x')",
	"local cmd = 'de' .. 'l' redis.call(cmd, 'lock:' .. KEYS[1] .. ':' .. ARGV[1]) redis.call(ARGV[2], KEYS[1])",
	"local cmd = ARGV[1] == 'x' and 'del' or 'unlink' if redis.call('get', KEYS[1]) == ARGV[2] then return redis.call(cmd, KEYS[1]) end",
	"goto done do redis.call('del', KEYS[1]) end ::done:: return 1", "break", "return return", "if x then", "local a <close> = 1",
	"redis.call('zadd', KEYS[1], 'NX', ARGV[1], ARGV[2]) redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[3]) redis.call('publish', KEYS[2], 1)",
	"redis.call('set', KEYS[1], ARGV[1], 'XX', 'KEEPTTL') redis.call('set', KEYS[1], ARGV[1], 'GET') redis.call('getdel', KEYS[1]) redis.call('getex', KEYS[1], 'PERSIST') redis.call('setex', KEYS[1], 5, 'a') redis.call('psetex', KEYS[1], ARGV[1], 'a')",
	"redis.call('set', KEYS[1], ARGV[1], ARGV[2], ARGV[3]) redis.call('expire', KEYS[1], 10, 'NX') redis.call('expire', KEYS[1], 10, 'GT') redis.call('eval', 'x', 0)",
	"#!lua name=l\nlocal function f(keys, args) if redis.call('get', keys[1]) == args[1] then return redis.call('del', keys[1]) end end redis.register_function('f', f) redis.register_function{function_name='g', callback=f}",
	"#!lua name=l\nredis.register_function('g', function(keys, args) return redis.call('del', keys[1]) end)",
	"server.call('del', KEYS[1]) redis.log(redis.LOG_WARNING, 'x') redis.setresp(3) return cjson.encode({a = redis.sha1hex(KEYS[1])})",
	"local a, b = KEYS[1] a, b = b, a if a == nil and b ~= nil then redis.call('del', b) end",
	"local x if ARGV[1] == '1' then x = KEYS[1] else x = KEYS[2] end redis.call('del', x) x = nil redis.call('del', x or KEYS[1])",
	"if ARGV[1] == 'a' and 'a' == ARGV[1] or not (1 < 2) then redis.call('del', KEYS[1]) end if 'b' < 'a' then redis.call('del', KEYS[2]) end",
	"if redis.call('get', KEYS[1]) ~= false and redis.call('strlen', KEYS[1]) > 0 and redis.call('type', KEYS[1]).ok == 'string' then redis.call('del', KEYS[1]) end",
}

// TestReadings keeps all that is read of the scripts of the other tests, and of some
// that are generated.
func TestReadings(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, text := range Scripts {
		writeReading(&b, text, Read(text))
		for _, v := range variants {
			if changed := strings.Replace(text, v.from, v.to, 1); changed != text {
				writeReading(&b, changed, Read(changed))
			}
		}
	}
	for _, text := range spelled {
		writeReading(&b, text, Read(text))
		writeReading(&b, "the function f of it", ReadFunction(text, "f"))
	}
	for _, cases := range [][]scriptCase{releaseCases, acquireCases, extendCases, enterCases, otherCases} {
		for _, c := range cases {
			writeReading(&b, c.text, Read(c.text))
		}
	}
	for seed := range uint64(60) {
		text := Generated(seed)
		writeReading(&b, text, Read(Prelude+text))
	}
	golden.Compare(t, *update, "testdata/readings.txt", b.String())
}

func writeReading(b *strings.Builder, text string, r *Reading) {
	fmt.Fprintf(b, "%s\n", text)
	if !r.Known {
		fmt.Fprintf(b, "\tunknown: %s\n", r.Err)
	}
	for i := range r.Effects {
		fmt.Fprintf(b, "\t%s\n", effect(r, i))
	}
	for _, x := range r.Returns {
		fmt.Fprintf(b, "\treturn@%d %s %s after %v\n", x.Line, x.Value, x.Command, x.After)
	}
}

// effect is all that is known of one effect.
func effect(r *Reading, i int) string {
	e := &r.Effects[i]
	words := []string{fmt.Sprintf("%d@%d %d %s", i, e.Line, e.Op, e.Command)}
	for _, k := range e.Keys {
		words = append(words, k.String())
	}
	value, unit := r.ExpiryOf(i)
	done, not := r.Answers(i)
	words = append(words, fmt.Sprintf("value=%v field=%v ttl=%v/%d expiry=%v/%d answers=%v/%v holder=%v",
		e.Value, e.Field, e.TTL, e.Unit, value, unit, done, not, e.Holder()))
	for _, f := range []struct {
		name string
		is   bool
	}{
		{"owner", e.OwnerChecked()},
		{"fenced", e.Fenced()},
		{"stuck", e.Stuck()},
		{"present", e.Present()},
		{"opaque", e.Opaque()},
		{"quiet", r.Quiet(i)},
		{"blind", r.BlindExpiry(i) != nil},
	} {
		if f.is {
			words = append(words, f.name)
		}
	}
	for _, g := range e.Guards {
		words = append(words, fmt.Sprintf("if(%d %v.%v %v)", g.Kind, g.Key, g.Field, g.With))
	}
	return strings.Join(words, " ")
}
