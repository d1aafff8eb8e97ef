package luascript_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/locklint/locklint/internal/luascript"
)

func TestBlindExpiry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
	}{
		{`local n = redis.call('setnx',KEYS[1],ARGV[1]) redis.call('pexpire',KEYS[1],ARGV[2]) return n`, "PEXPIRE"},
		{`if redis.call('setnx',KEYS[1],ARGV[1]) == 0 then redis.call('expire',KEYS[1],ARGV[2]) return 0 end return 1`, "EXPIRE"},
		{`local r = redis.call('set',KEYS[1],ARGV[1],'NX') redis.call('expire',KEYS[1],30) return r`, "EXPIRE"},
		{`if redis.call('setnx',KEYS[1],ARGV[1]) == 1 then redis.call('pexpire',KEYS[1],ARGV[2]) end return 0`, ""},
		{`local n = redis.call('setnx',KEYS[1],ARGV[1]) redis.call('pexpire',KEYS[2],ARGV[2]) return n`, ""},
		{`local n = redis.call('setnx',KEYS[1],ARGV[1]) redis.call('expire',KEYS[1],30,'NX') return n`, ""},
		{`local n = redis.call('setnx',KEYS[1],ARGV[1])
if n == 0 and redis.call('get',KEYS[1]) ~= ARGV[1] then return 0 end redis.call('pexpire',KEYS[1],ARGV[2]) return 1`, ""},
		{`if redis.call('exists',KEYS[1]) == 0 then redis.call('set',KEYS[1],ARGV[1]) redis.call('expire',KEYS[1],30) end return 0`, ""},
		{`if redis.call('get',KEYS[1]) == false then redis.call('set',KEYS[1],ARGV[1]) end redis.call('expire',KEYS[1],30) return 1`, "EXPIRE"},
		{`local v = redis.call('get',KEYS[1]) if not v then redis.call('set',KEYS[1],ARGV[1]) elseif v ~= ARGV[1] then return 0 end
redis.call('expire',KEYS[1],30) return 1`, ""},
		{`redis.call('pexpire',KEYS[1],ARGV[2]) return redis.call('setnx',KEYS[1],ARGV[1])`, ""},
	} {
		r := Read(c.text)
		require.True(t, r.Known, c.text)
		got := ""
		for i := range r.Effects {
			if x := r.BlindExpiry(i); x != nil {
				got = x.Command
			}
		}
		require.Equal(t, c.want, got, c.text)
	}
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('pexpire',KEYS[1],9) end return 0`:                           true,
		`if redis.call('get',KEYS[1]) ~= ARGV[1] then return -1 end redis.call('pexpire',KEYS[1],9) return 0`:                        true,
		`if redis.call('get',KEYS[1]) == ARGV[1] then redis.call('pexpire',KEYS[1],9) return 1 end return false`:                     false,
		`if redis.call('get',KEYS[1]) ~= ARGV[1] then return redis.error_reply('LOST') end redis.call('pexpire',KEYS[1],9) return 0`: false,
	} {
		r := Read(text)
		require.True(t, r.Known, text)
		require.Equal(t, want, r.Quiet(1), text)
	}
}
