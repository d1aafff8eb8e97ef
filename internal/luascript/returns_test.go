package luascript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/locklint/locklint/internal/luascript"
)

// answers writes each return as value@line after the commands that happened.
func answers(r *Reading) string {
	var out []string
	for _, x := range r.Returns {
		s := fmt.Sprintf("%s@%d", x.Value, x.Line)
		if x.Command != "" {
			s += " of " + x.Command
		}
		for _, i := range x.After {
			if r.Effects[i].Op != OpRead {
				s += " after " + r.Effects[i].Command
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestReturns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end`, "reply@1 of DEL after DEL; 0@1"},
		{"if redis.call('setnx',KEYS[1],ARGV[1]) == 1 then\nredis.call('expire',KEYS[1],9)\nreturn 1\nend\nreturn 0", "1@3 after SETNX after EXPIRE; 0@5 after SETNX"},
		{`redis.call('del',KEYS[1])`, "nil@0 after DEL"},
		{`return redis.status_reply('OK')`, "OK@1"},
		{`return redis.error_reply('NO')`, "error@1"},
		{`if ARGV[1] == 'x' then error('no') end return true`, "error@1; true@1"},
		{`return false`, "false@1"},
		{`return {1, 2}`, "?@1"},
		{`local function f() if ARGV[1] == 'x' then return 1 end return 2 end return f()`, "1@1; 2@1"},
		{`return redis.call('get',KEYS[1]) == ARGV[1] and redis.call('del',KEYS[1]) or 0`, "0@1; reply@1 of DEL after DEL"},
	} {
		r := Read(c.text)
		require.True(t, r.Known, r.Err)
		require.Equal(t, c.want, answers(r), c.text)
	}
}

// The error of a script that is not known names the line.
func TestErrorNamesTheLine(t *testing.T) {
	t.Parallel()
	for text, line := range map[string]string{
		"\nreturn redis.call(ARGV[1], KEYS[1])":              "line 2:",
		"local a = 1\nlocal = 2":                             "line:2",
		"return 1 + " + strings.Repeat("(\n", 300):           "line ",
		"local function f()\n return f()\nend\nreturn f()":   "line 2:",
		"#!lua name=x\n\nredis.call(KEYS[1])":                "line 3:",
		"if true then\n goto out\nend\n::out::\nreturn true": "line 2:",
	} {
		r := Read(text)
		require.False(t, r.Known, text)
		require.Contains(t, r.Err, line, text)
		require.Empty(t, r.Effects)
	}
}

func TestExpiryOfNoEffect(t *testing.T) {
	t.Parallel()
	r := Read(`redis.call('setnx',KEYS[1],ARGV[1])`)
	for _, i := range []int{-1, 0, 1} {
		_, unit := r.ExpiryOf(i)
		require.Equal(t, None, unit)
	}
}

// A script of many conditions keeps what all of its paths share.
func TestManyPaths(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("if redis.call('get',KEYS[1]) ~= ARGV[1] then return 0 end\n")
	for i := range 20 {
		fmt.Fprintf(&b, "if ARGV[%d] == 'x' then redis.call('incr',KEYS[%d]) end\n", i+2, i+2)
	}
	b.WriteString("return redis.call('del',KEYS[1])")
	r := Read(b.String())
	require.True(t, r.Known, r.Err)
	e := r.Effects[len(r.Effects)-1]
	require.Equal(t, "DEL", e.Command)
	require.True(t, e.OwnerChecked())
}
