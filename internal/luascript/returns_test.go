package luascript_test

import (
	"fmt"
	"slices"
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

func TestAnswers(t *testing.T) {
	t.Parallel()
	const take = `redis.call('set',KEYS[1],ARGV[1],'NX','PX',ARGV[2])`
	for _, c := range []struct{ text, command, want string }{
		{`return ` + take, "SET", "[OK] [nil]"},
		{`if ` + take + ` then return 1 end return 0`, "SET", "[1] [0]"},
		{`if ` + take + ` then return 0 end return 1`, "SET", "[0] [1]"},
		{`local r = ` + take + ` if r then return 1 else return -1 end`, "SET", "[1] [-1]"},
		{take + ` return 1`, "SET", "[1] [1]"},
		{`return redis.call('setnx',KEYS[1],ARGV[1])`, "SETNX", "[1] [0]"},
		{`if ` + take + ` then return 'OK' end return redis.error_reply('BUSY')`, "SET", "[OK] [error]"},
		{`if ` + take + ` then return nil end return redis.call('pttl',KEYS[1])`, "SET", "[nil] [?]"},
		{`if ` + take + ` then return true end return false`, "SET", "[1] [nil]"},
		{`if ` + take + ` then return 1 end if redis.call('get',KEYS[1]) == ARGV[1] then return 2 end return 0`, "SET", "[1 2] [0]"},
		{`if redis.call('exists',KEYS[1]) == 1 then return 1 end redis.call('psetex',KEYS[1],9,ARGV[1]) return 0`, "PSETEX", "[0] [1]"},
		{`if redis.call('exists',KEYS[1]) == 0 or redis.call('hexists',KEYS[1],ARGV[2]) == 1 then
redis.call('hincrby',KEYS[1],ARGV[2],1) return nil end return redis.call('pttl',KEYS[1])`, "HINCRBY", "[nil] [?]"},
		{`local v = redis.call('get',KEYS[1]) if not v or v == ARGV[1] then redis.call('set',KEYS[1],ARGV[1],'PX',9) return 1 end return 0`, "SET", "[1] [0]"},
		{`if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('pexpire',KEYS[1],9) end return -1`, "PEXPIRE", "[1] [-1 0]"},
		{`if redis.call('get',KEYS[1]) == ARGV[1] then redis.call('del',KEYS[1]) return 0 end return 1`, "DEL", "[0] [1]"},
	} {
		r := Read(c.text)
		require.True(t, r.Known, r.Err)
		i := slices.IndexFunc(r.Effects, func(e Effect) bool { return e.Command == c.command })
		done, not := r.Answers(i)
		require.Equal(t, c.want, fmt.Sprintf("%v %v", done, not), c.text)
	}
	done, not := Read(`return 1`).Answers(0)
	require.Empty(t, done)
	require.Empty(t, not)
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
