package luascript

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"
)

// Conditions about a key %[1]s, and what a script does to it; %[2]s is a condition.
var (
	genTests = []string{
		"redis.call('get',%[1]s) == ARGV[1]", "redis.call('get',%[1]s) ~= ARGV[1]", "ARGV[1] == redis.call('get',%[1]s)",
		"redis.call('exists',%[1]s) == 1", "redis.call('exists',%[1]s) == 0", "redis.call('get',%[1]s)",
		"not redis.call('get',%[1]s)", "redis.call('get',%[1]s) == false", "redis.call('pttl',%[1]s) < 0",
		"redis.call('pttl',%[1]s) > 0", "redis.call('setnx',%[1]s,ARGV[1]) == 1", "redis.call('setnx',%[1]s,ARGV[1]) == 0",
		"redis.call('set',%[1]s,ARGV[1],'NX')", "not redis.call('set',%[1]s,ARGV[1],'NX','PX',ARGV[2])", "ARGV[3] == '7'",
		"owns(%[1]s)", "not owns(%[1]s)", "v == ARGV[1]", "v", "flag", "not flag", "count(%[1]s) == 1", "count(%[1]s) > 0",
	}
	genActions = []string{
		"redis.call('del',%[1]s)", "redis.call('pexpire',%[1]s,ARGV[2])", "redis.call('persist',%[1]s)",
		"redis.call('set',%[1]s,ARGV[1])", "redis.call('set',%[1]s,ARGV[1],'PX',ARGV[2])", "redis.call('set',%[1]s,ARGV[1],'XX')",
		"v = redis.call('get',%[1]s)", "flag = redis.call('get',%[1]s) == ARGV[1]", "flag = true", "flag = false", "k = KEYS[2]",
		"k = KEYS[1]", "flip()", "drop(%[1]s)", "return 1", "flag = %[2]s", "for _, x in ipairs(KEYS) do redis.call('del',x) end",
		"for _, x in ipairs(KEYS) do if redis.call('get',x) ~= ARGV[1] then return 0 end end",
		"for _, x in ipairs(KEYS) do if redis.call('get',x) == ARGV[1] then redis.call('del',x) end end",
		"while redis.call('get',k) == ARGV[1] do redis.call('del',k) k = KEYS[2] end",
		"t[#t+1] = %[1]s", "if t[1] then redis.call('del',t[1]) end", "assert(%[2]s)",
	}
)

const genPrelude = `local k, flag, v, t = KEYS[1], false, nil, {}
local function owns(key) return redis.call('get',key) == ARGV[1] end
local function count(key) if redis.call('get',key) == ARGV[1] then return 1 end return 0 end
local function flip() if k == KEYS[1] then k = KEYS[2] else k = KEYS[1] end end
local function drop(key) if owns(key) then return redis.call('del',key) end return 0 end
`

// generator makes scripts; one that is bare never sets a key, so that what it
// deletes or prolongs was stored before.
type generator struct {
	*rand.Rand
	bare bool
}

func (g generator) pick(list []string) string {
	for {
		s := list[g.IntN(len(list))]
		if !g.bare || !strings.Contains(s, "'set") {
			return s
		}
	}
}

func (g generator) key() string { return g.pick([]string{"KEYS[1]", "KEYS[1]", "KEYS[2]", "k"}) }

func (g generator) test(depth int) string {
	if depth > 0 && g.IntN(4) == 0 {
		return "(" + g.test(depth-1) + g.pick([]string{" and ", " or "}) + g.test(depth-1) + ")"
	}
	if depth > 0 && g.IntN(8) == 0 {
		return "not (" + g.test(depth-1) + ")"
	}
	return fmt.Sprintf(g.pick(genTests)+"%.0[1]s", g.key())
}

func (g generator) block(depth int) string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		if depth > 0 && g.IntN(3) > 0 {
			b.WriteString("if " + g.test(2) + " then\n" + g.block(depth-1))
			if g.IntN(2) == 0 {
				b.WriteString("else\n" + g.block(depth-1))
			}
			b.WriteString("end\n")
			continue
		}
		s := fmt.Sprintf(g.pick(genActions)+"%.0[1]s%.0[2]s", g.key(), g.test(1))
		if strings.HasPrefix(s, "return") {
			s = "do " + s + " end"
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}

// TestGenerated holds the readings of generated scripts against what they do.
func TestGenerated(t *testing.T) {
	m := miniredis.RunT(t)
	c := dial(t, m.Addr())
	states := storedStates[:7]
	known, ran := 0, 0
	for seed := range genCount {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 1)), seed%2 == 0}
		text := genPrelude + g.block(2) + "return 1"
		r := Read(text)
		if !r.Known {
			continue // above a bound
		}
		known++
		for _, a := range states {
			b := states[g.IntN(len(states))]
			m.FlushAll()
			put(m, "a", a)
			put(m, "b", b)
			if !c.eval(text, []string{"a", "b"}, []string{"tok", "50000", "7"}) {
				continue
			}
			ran++
			checkKey(t, text, r, 1, a, take(m, "a"))
			checkKey(t, text, r, 2, b, take(m, "b"))
			if t.Failed() {
				return
			}
		}
	}
	require.Greater(t, known, genCount*4/5, "most scripts must be read")
	require.Greater(t, ran, known*3, "most runs must succeed")
}

const genCount = 300
