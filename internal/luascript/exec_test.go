package luascript

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"
)

// execScripts are run on real states. Each gets KEYS {a, b} and
// ARGV {tok, 50000, 7}.
var execScripts = []string{
	`if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) end return 0`,
	`local v = redis.call('get',KEYS[1]) if v ~= ARGV[1] then return 0 end redis.call('del',KEYS[1]) return 1`,
	`local v = redis.call('get',KEYS[1]) if not v or v ~= ARGV[1] then return 0 end return redis.call('unlink',KEYS[1])`,
	`if redis.call('exists',KEYS[1]) == 1 then return redis.call('del',KEYS[1]) end return 0`,
	`if redis.call('get',KEYS[1]) ~= ARGV[1] then return redis.call('del',KEYS[1]) end return 0`,
	`if redis.call('get',KEYS[1]) == ARGV[1] then return 1 else redis.call('del',KEYS[1]) return 0 end`,
	`if redis.call('hexists',KEYS[1],ARGV[1]) == 0 then redis.call('del',KEYS[1]) end return 0`,
	`local n = redis.call('hincrby',KEYS[1],ARGV[1],-1) if n == 0 then redis.call('del',KEYS[1]) end return n`,
	`local n = redis.call('hincrby',KEYS[1],ARGV[1],-1) if n <= 0 then redis.call('del',KEYS[1]) end return n`,
	`if redis.call('ttl',KEYS[1]) < 100 then redis.call('pexpire',KEYS[1],ARGV[2]) end return 0`,
	`if #KEYS < 2 or #ARGV ~= 3 then return redis.error_reply('arity') end redis.call('del',KEYS[1]) return 0`,
	`if #KEYS == 2 then redis.call('del',KEYS[1]) end return 0`,
	`if ARGV[1] and ARGV[1] ~= '' then redis.call('del',KEYS[1]) end return 0`,
	`local n = redis.call('setnx',KEYS[1],ARGV[1]) redis.call('pexpire',KEYS[1],ARGV[2]) return n`,
	`if not redis.call('get',KEYS[1]) == ARGV[1] then return 0 end return redis.call('del',KEYS[1])`,
	`return redis.call('get',KEYS[1]) == ARGV[1] and redis.call('del',KEYS[1]) or 0`,
	`return redis.call('get',KEYS[1]) ~= ARGV[1] or redis.call('del',KEYS[1])`,
	`local mine = redis.call('get',KEYS[1]) == ARGV[1] if mine then redis.call('del',KEYS[1]) end return 1`,
	`local function owns(k, v) return redis.call('get',k) == v end if owns(KEYS[1],ARGV[1]) then redis.call('del',KEYS[1]) end return 1`,
	`local function owns(k, v) if redis.call('get',k) == v then return 1 end return 0 end if owns(KEYS[1],ARGV[1]) == 0 then return 0 end redis.call('del',KEYS[1]) return 1`,
	`local function owns(k, v) if redis.call('get',k) == v then return 1 end return 0 end if owns(KEYS[1],ARGV[1]) then redis.call('del',KEYS[1]) end return 1`,
	`if redis.call('get',KEYS[2]) == ARGV[1] then redis.call('del',KEYS[1]) end return 1`,
	`if redis.call('ttl',KEYS[1]) < 0 then redis.call('del',KEYS[1]) end return 1`,
	`for _, k in ipairs(KEYS) do redis.call('del',k) end return 1`,
	`for i = 1, #KEYS do if redis.call('get',KEYS[i]) == ARGV[1] then redis.call('del',KEYS[i]) end end return 1`,
	`for _, k in ipairs(KEYS) do if redis.call('get',k) ~= ARGV[1] then return 0 end end for _, k in ipairs(KEYS) do redis.call('del',k) end return 1`,
	`for _, k in ipairs(KEYS) do if redis.call('get',k) == ARGV[1] then break end end for _, k in ipairs(KEYS) do redis.call('del',k) end return 1`,
	`return redis.call('del',unpack(KEYS))`,
	`if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('pexpire',KEYS[1],ARGV[2]) end return 0`,
	`if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('persist',KEYS[1]) end return 0`,
	`return redis.call('pexpire',KEYS[1],ARGV[2])`,
	`if redis.call('pttl',KEYS[1]) == -1 then redis.call('pexpire',KEYS[1],ARGV[2]) end return 1`,
	`if redis.call('get',KEYS[1]) == ARGV[1] then redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) end return 1`,
	`if redis.call('set',KEYS[1],ARGV[1],'NX','PX',ARGV[2]) then return 1 end return 0`,
	`return redis.call('set',KEYS[1],ARGV[1],'NX') and 1 or 0`,
	`if redis.call('set',KEYS[1],ARGV[1],'NX') then redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end return 0`,
	`if redis.call('setnx',KEYS[1],ARGV[1]) == 1 then redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end return 0`,
	`if redis.call('setnx',KEYS[1],ARGV[1]) == 1 then return 1 end redis.call('pexpire',KEYS[1],ARGV[2]) return 0`,
	`if redis.call('setnx',KEYS[1],ARGV[1]) then redis.call('pexpire',KEYS[1],ARGV[2]) end return 1`,
	`local n = redis.call('setnx',KEYS[1],ARGV[1]) if ARGV[3] == '7' then redis.call('pexpire',KEYS[1],ARGV[2]) end return n`,
	`if redis.call('exists',KEYS[1]) == 0 then redis.call('set',KEYS[1],ARGV[1]) redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end return 0`,
	`local v = redis.call('get',KEYS[1]) if v == false or v == ARGV[1] then redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) return 1 end return 0`,
	`local v = redis.call('get',KEYS[1]) if not v then redis.call('set',KEYS[1],ARGV[1]) elseif v == ARGV[1] then redis.call('pexpire',KEYS[1],ARGV[2]) end return 1`,
	`if redis.call('exists',KEYS[1]) == 0 or redis.call('hexists',KEYS[1],ARGV[1]) == 1 then redis.call('hincrby',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],ARGV[2]) return 1 end return 0`,
	`if redis.call('hexists',KEYS[1],ARGV[1]) == 0 then return 0 end if redis.call('hincrby',KEYS[1],ARGV[1],-1) > 0 then return 0 end redis.call('del',KEYS[1]) return 1`,
	`local v = redis.call('get',KEYS[1]) if v and v ~= ARGV[1] then return 0 end redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) return 1`,
	`if redis.call('pttl',KEYS[1]) > 0 then redis.call('pexpire',KEYS[1],ARGV[2]) end return 1`,
	`if redis.call('exists',KEYS[1]) == 1 then redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) end return 1`,
	`redis.call('set',KEYS[1],ARGV[1],'XX','PX',ARGV[2]) return 1`,
	`if redis.call('get',KEYS[1]) == ARGV[1] then redis.call('pexpire',KEYS[1],0) end return 1`,
	`if redis.call('get',KEYS[1]) == ARGV[1] or redis.call('ttl',KEYS[1]) == -1 then redis.call('del',KEYS[1]) end return 1`,
	`local vals = redis.call('mget',unpack(KEYS)) for i = 1, #vals do if vals[i] ~= ARGV[1] then return 0 end end return redis.call('del',unpack(KEYS))`,
	`local m = {} function m.own(k, o) return redis.call('get',k) == o end if not m.own(KEYS[1],ARGV[1]) then return 0 end return redis.call('del',KEYS[1])`,
	`local n = redis.call('incr',KEYS[1]) if n == 1 then redis.call('pexpire',KEYS[1],ARGV[2]) end return n`,
	`local cur = tonumber(redis.call('get',KEYS[1]) or '0') or 0 if cur < tonumber(ARGV[3]) then redis.call('set',KEYS[1],ARGV[3]) end return 1`,
	`local t = {} t[1] = KEYS[1] local k = t[1] if redis.call('get',k) == ARGV[1] then k = KEYS[2] end redis.call('del',k) return 1`,
	`local k = KEYS[1] while redis.call('get',k) == ARGV[1] do redis.call('del',k) k = KEYS[2] end return 1`,
	`local ok = false if redis.call('get',KEYS[1]) == ARGV[1] then ok = true end if ok then redis.call('del',KEYS[1]) end return 1`,
	`local ok = true if redis.call('get',KEYS[1]) == ARGV[1] then ok = true end if ok then redis.call('del',KEYS[1]) end return 1`,
	`local n = 0 for _, k in ipairs(KEYS) do if redis.call('get',k) == ARGV[1] then n = n + 1 end end if n == #KEYS then redis.call('del',KEYS[1]) end return n`,
	`local ok, v = pcall(redis.call,'get',KEYS[1]) if v == ARGV[1] then redis.call('del',KEYS[1]) end return 1`,
	`redis.call('rename',KEYS[1],KEYS[2]) return 1`,
	`return redis.call('getset',KEYS[1],ARGV[1])`,
	`local k = KEYS[1] local function swap() k = KEYS[2] end if redis.call('get',KEYS[1]) == ARGV[1] then swap() redis.call('del',k) end return 1`,
}

// stored is what a key holds: a string, a hash field or nothing, with or
// without an expiry.
type stored struct {
	value string
	hash  bool
	ttl   time.Duration
}

var storedStates = []stored{
	{},
	{value: "tok"},
	{value: "tok", ttl: time.Minute},
	{value: "other"},
	{value: "other", ttl: time.Minute},
	{value: "5"},
	{value: "9", ttl: time.Minute},
	{value: "tok", hash: true},
	{value: "other", hash: true, ttl: time.Minute},
}

// TestExecution runs scripts on small states and holds what they did against
// what their readings say may happen.
func TestExecution(t *testing.T) {
	m := miniredis.RunT(t)
	c := dial(t, m.Addr())
	names := []string{"a", "b"}
	ran := 0
	for _, text := range execScripts {
		r := Read(text)
		require.True(t, r.Known, "%s: %s", text, r.Err)
		for _, a := range storedStates {
			for _, b := range storedStates {
				m.FlushAll()
				put(m, names[0], a)
				put(m, names[1], b)
				if !c.eval(text, names, []string{"tok", "50000", "7"}) {
					continue
				}
				ran++
				for i, before := range []stored{a, b} {
					after := take(m, names[i])
					checkKey(t, text, r, i+1, before, after)
					if before.value == "" && after.value != "" && after.ttl == 0 && !mayStay(r, i+1) {
						t.Errorf("%s\nKEYS[%d] stays for ever, but the reading gives it an expiry", text, i+1)
					}
				}
			}
		}
	}
	require.Greater(t, ran, len(execScripts)*len(storedStates)*4, "most runs must succeed")
}

// checkKey compares one key before and after with the effects on it.
func checkKey(t *testing.T, text string, r *Reading, i int, before, after stored) {
	t.Helper()
	writes := []Op{OpSetAbsent, OpSet, OpSetPresent, OpWrite, OpIncrement}
	what, may := "", []Op(nil)
	switch {
	case before.value == "" && after.value == "":
		return
	case after.value == "":
		what, may = "deleted", []Op{OpDelete, OpWrite}
	case before.value == "":
		what, may = "created", writes
	case before.value != after.value || before.hash != after.hash:
		what, may = "changed", writes
	case before.ttl != after.ttl:
		what, may = "given another expiry", append(writes, OpExpire, OpPersist)
	default:
		return
	}
	touched, unchecked := effectsOn(r, i, may...)
	if !touched {
		t.Errorf("%s\nKEYS[%d] %+v -> %+v: %s, but no effect does this", text, i, before, after, what)
	}
	if what == "deleted" && before.value == "tok" && !before.hash && othersOnly(r, i) {
		t.Errorf("%s\nKEYS[%d] %+v: deleted, but every effect is said to spare the caller's own", text, i, before)
	}
	// Unless the script itself may have made it the caller's.
	if own, _ := effectsOn(r, i, writes...); !own && !unchecked && before.value != "tok" {
		t.Errorf("%s\nKEYS[%d] %+v -> %+v: %s, but every effect is said to check the owner", text, i, before, after, what)
	}
}

// effectsOn reports whether some effect of these ops may touch KEYS[i], and
// whether one of them does not check the owner.
func effectsOn(r *Reading, i int, ops ...Op) (may, unchecked bool) {
	for j := range r.Effects {
		e := &r.Effects[j]
		for _, op := range ops {
			if e.Op == op && mayTouch(e, i) {
				may = true
				unchecked = unchecked || !e.OwnerChecked()
			}
		}
	}
	return may, unchecked
}

// othersOnly reports whether whatever deletes KEYS[i] runs only if it is not the
// caller's.
func othersOnly(r *Reading, i int) bool {
	for j := range r.Effects {
		e := &r.Effects[j]
		if (e.Op == OpDelete || e.Op == OpWrite) && mayTouch(e, i) &&
			!e.everyPath(func(g Guard) bool { return g.Kind == StoredOther && e.own(g) }) {
			return false
		}
	}
	return true
}

// mayStay reports whether the script may leave KEYS[i] without an expiry.
func mayStay(r *Reading, i int) bool {
	for j := range r.Effects {
		switch e := &r.Effects[j]; e.Op {
		case OpPersist:
			if mayTouch(e, i) {
				return true
			}
		case OpSetAbsent, OpSet, OpWrite, OpIncrement:
			if _, unit := r.ExpiryOf(j); unit == None && mayTouch(e, i) {
				return true
			}
		}
	}
	return false
}

func mayTouch(e *Effect, i int) bool {
	for _, k := range e.Keys {
		if k.Kind == Unknown || k.Kind == Keys && (k.Index == i || k.Index <= 0) {
			return true
		}
	}
	return false
}

func put(m *miniredis.Miniredis, key string, s stored) {
	switch {
	case s.value == "":
		return
	case s.hash:
		m.HSet(key, s.value, "1")
	default:
		_ = m.Set(key, s.value)
	}
	m.SetTTL(key, s.ttl)
}

func take(m *miniredis.Miniredis, key string) stored {
	if !m.Exists(key) {
		return stored{}
	}
	s := stored{ttl: m.TTL(key)}
	if m.Type(key) == "hash" {
		s.hash = true
		fields, _ := m.HKeys(key)
		s.value = strings.Join(fields, ",")
		return s
	}
	s.value, _ = m.Get(key)
	return s
}

// conn speaks as much of Redis' protocol as EVAL needs.
type conn struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, addr string) *conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return &conn{c, bufio.NewReader(c)}
}

// eval reports whether the script ran to its end.
func (c *conn) eval(text string, keys, args []string) bool {
	words := append([]string{"EVAL", text, strconv.Itoa(len(keys))}, append(append([]string{}, keys...), args...)...)
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	if _, err := io.WriteString(c, b.String()); err != nil {
		return false
	}
	line, err := c.in.ReadString('\n')
	if err != nil || line[0] == '-' {
		return false
	}
	if n, _ := strconv.Atoi(strings.TrimSpace(line[1:])); line[0] == '$' && n >= 0 {
		_, err = c.in.Discard(n + 2)
	}
	return err == nil
}
