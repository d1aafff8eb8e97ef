package luascript

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hostile are texts that must be refused or read within a bound.
var hostile = map[string]string{
	"parentheses":       "return " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000),
	"open parentheses":  strings.Repeat("(", 10_000),
	"tables":            "return " + strings.Repeat("{", 10_000) + strings.Repeat("}", 10_000),
	"not":               "return " + strings.Repeat("not\n", 200_000) + "1",
	"if not":            "if " + strings.Repeat("not\n", 200_000) + "1 then end",
	"minus":             "return " + strings.Repeat("- ", 300_000) + "1",
	"or in a condition": "if a" + strings.Repeat(" or a", 100_000) + " then end",
	"and":               "if a" + strings.Repeat(" and a", 100_000) + " then end",
	"comparisons":       "if " + strings.Repeat("a==b or ", 5_000) + "a then end",
	"plus":              "return 1" + strings.Repeat("+1", 300_000),
	"power":             "return 1" + strings.Repeat("^1", 300_000),
	"concatenation":     "return a" + strings.Repeat("..a", 300_000),
	"fields":            "return a" + strings.Repeat(".b", 300_000),
	"calls":             "return a" + strings.Repeat("()", 300_000),
	"blocks":            strings.Repeat("do\n", 50_000) + strings.Repeat("end\n", 50_000),
	"functions":         strings.Repeat("local function f()\n", 20_000) + strings.Repeat("end\n", 20_000),
	"elseif":            "if a then" + strings.Repeat(" elseif a then", 20_000) + " end",
	"ifs":               strings.Repeat("if redis.call('get',KEYS[1])==ARGV[1] then x=1 end\n", 2_000),
	"locals":            strings.Repeat("local a = 1\n", 80_000),
	"inlining":          "local function f0() redis.call('get','a') end\n" + doubling(30) + "f30()",
	"comment":           "--" + strings.Repeat("x", 1<<20-10),
	"string":            "return '" + strings.Repeat("x", 1<<20-20) + "'",
	"too large":         "return '" + strings.Repeat("x", 1<<20) + "'",
	"empty":             "",
	"shebang":           "#!lua",
	"NUL":               "\x00",
	"not UTF-8":         "return '\xff\xfe'",
	"broken":            "return '",
}

// doubling defines functions that each call the one before twice.
func doubling(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		name, before := "f"+strings.Repeat("i", i), "f"+strings.Repeat("i", i-1)
		if i == 1 {
			before = "f0"
		}
		if i == n {
			name = "f30"
		}
		b.WriteString("local function " + name + "() " + before + "() " + before + "() end\n")
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	for name, text := range hostile {
		start := time.Now()
		r := Read(text)
		require.Less(t, time.Since(start), 5*time.Second, name)
		checkReading(t, r)
	}
	require.False(t, Read(hostile["parentheses"]).Known)
	require.False(t, Read(hostile["too large"]).Known)
	require.True(t, Read(hostile["string"]).Known)
	require.True(t, Read(hostile["comment"]).Known)
}

// checkReading checks what holds for every reading.
func checkReading(t *testing.T, r *Reading) {
	t.Helper()
	require.NotNil(t, r)
	require.Equal(t, r.Known, r.Err == "", "a reading is known or says why not")
	if !r.Known {
		require.Empty(t, r.Effects)
		require.Empty(t, r.Returns)
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		require.Equal(t, strings.ToUpper(e.Command), e.Command)
		_, unit := r.ExpiryOf(i)
		require.True(t, e.Unit == None || e.Unit == unit, "the effect's own expiry comes first")
		require.False(t, e.OwnerChecked() && len(e.Keys) == 0, "no key, no owner")
	}
	for _, x := range r.Returns {
		for _, i := range x.After {
			require.Less(t, i, len(r.Effects))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range execScripts {
		f.Add(s)
	}
	for _, s := range []string{
		"#!lua name=x\nredis.register_function('f', function(keys, args) return redis.call('del', keys[1]) end)",
		"local a <const> = 1", "goto x ::x::", "return ...", "return -'a'", "a.b.c:d{1}'x'", "local t = {[1]=2;3,x=4} return #t",
		"for i=10,1,-1 do redis.call('del', KEYS[i]) end", "return function(...) return ... end", "redis.call()", "redis.call('')",
		"redis.call('set')", "redis.call('set','a','b','PX')", "KEYS[1]=2", "function redis.call() end", "return unpack()", "x = x or {}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Read(text)
		checkReading(t, r)
		if again := Read(text); !reflect.DeepEqual(describeAll(r), describeAll(again)) {
			t.Errorf("two readings of one text differ")
		}
	})
}

func describeAll(r *Reading) []any {
	out := []any{r.Known, r.Err, r.Returns}
	for i := range r.Effects {
		e := r.Effects[i]
		v, u := r.ExpiryOf(i)
		out = append(out, e.Op, e.Command, e.Keys, e.Value, e.Field, e.TTL, e.Unit, e.Guards, e.Line, e.OwnerChecked(), e.Fenced(), v, u)
	}
	return out
}

// BenchmarkRead reads the spellings of compare-and-delete; the bytes are those
// of all of them.
func BenchmarkRead(b *testing.B) {
	size := 0
	for _, text := range releases {
		size += len(text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range releases {
			Read(text)
		}
	}
}
