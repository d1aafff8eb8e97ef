package luascript_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/locklint/locklint/internal/luascript"
)

var update = flag.Bool("update", false, "write the golden file of readings")

// TestReadings keeps all that is read of the scripts of the other tests, and of some
// that are generated.
func TestReadings(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, text := range Scripts {
		writeReading(&b, text, Read(text))
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
	const name = "testdata/readings.txt"
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "run go test ./internal/luascript -update")
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
