package luascript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/locklint/locklint/internal/luascript"
)

// brief writes a value as K1, A2, K0 for each key and K-1 for an unknown one, a constant, or their concatenation.
func brief(v Value) string {
	switch v.Kind {
	case Keys:
		return fmt.Sprintf("K%d", v.Index)
	case Argv:
		return fmt.Sprintf("A%d", v.Index)
	case Const:
		return "'" + v.Text + "'"
	case Concat:
		parts := make([]string, len(v.Parts))
		for i, p := range v.Parts {
			parts[i] = brief(p)
		}
		return strings.Join(parts, "..")
	case Reply:
		return "reply"
	case Computed:
		return fmt.Sprintf("H%d", v.Index)
	}
	return "?"
}

var guardMarks = map[GuardKind]string{
	StoredEqual: "=", StoredLess: "<", StoredLessEqual: "<=", Exists: "?", Missing: "!",
	Created: "+", NotCreated: "-", TTLMissing: "~", StoredOther: "≠",
}

func briefGuard(g Guard) string {
	s := brief(g.Key)
	if g.Field.Kind != Unknown {
		s += "." + brief(g.Field)
	}
	s += guardMarks[g.Kind]
	switch g.Kind {
	case StoredEqual, StoredOther, StoredLess, StoredLessEqual:
		s += brief(g.With)
	}
	return s
}

var unitMarks = map[Unit]string{Seconds: "s", Milliseconds: "ms", Unsure: "?", UnixSeconds: "@s", UnixMilliseconds: "@ms"}

var opMarks = map[Op]string{
	OpOther: "other", OpSetAbsent: "absent", OpSet: "set", OpSetPresent: "present", OpDelete: "delete",
	OpExpire: "expire", OpPersist: "persist", OpWrite: "write", OpIncrement: "incr",
}

// describe writes the effects that change something, one a line:
// op key… [ttl] [owner] [fenced] [if guard…]; opaque guards are left out.
func describe(r *Reading) string {
	if !r.Known {
		return "unknown"
	}
	var lines []string
	for i := range r.Effects {
		e := &r.Effects[i]
		if e.Op == OpRead || e.Op == OpOther {
			continue
		}
		words := []string{opMarks[e.Op]}
		for _, k := range e.Keys {
			words = append(words, brief(k))
		}
		if v, unit := r.ExpiryOf(i); unit != None {
			words = append(words, "ttl:"+brief(v)+unitMarks[unit])
		}
		if e.OwnerChecked() {
			words = append(words, "owner")
		}
		if e.Fenced() {
			words = append(words, "fenced")
		}
		first := true
		for _, g := range e.Guards {
			if g.Kind == Opaque {
				continue
			}
			if first {
				words = append(words, "if")
			}
			first = false
			words = append(words, briefGuard(g))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

type scriptCase struct {
	name, text string
	want       []string
}

func TestRead(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	n := 0
	for _, cases := range [][]scriptCase{releaseCases, acquireCases, extendCases, enterCases, otherCases} {
		for _, c := range cases {
			require.False(t, seen[c.name], "two cases are named %q", c.name)
			seen[c.name] = true
			n++
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				r := Read(c.text)
				require.Equal(t, strings.Join(c.want, "\n"), describe(r), "error %q", r.Err)
			})
		}
	}
	require.GreaterOrEqual(t, n, 80)
}
