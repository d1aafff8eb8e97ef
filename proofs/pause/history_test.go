package pause_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

func event(worker string, kind pause.Kind, details ...pause.Detail) pause.Event {
	e := pause.Event{Worker: worker, Kind: kind}
	for _, d := range details {
		d(&e)
	}
	return e
}

// overlap is the story of two holders that each add to what they have read; the
// last of A's events tells what became of its write.
func overlap(last pause.Event) pause.History {
	return pause.History{
		event("A", pause.Acquired),
		event("A", pause.Read, pause.Value(40)),
		event("A", pause.Paused),
		event("B", pause.Acquired),
		event("B", pause.Read, pause.Value(40)),
		event("B", pause.Wrote, pause.Value(45)),
		event("B", pause.Released),
		event("A", pause.Resumed),
		last,
	}
}

func TestFaults(t *testing.T) {
	tests := []struct {
		name string
		h    pause.History
		want []string
	}{
		{"nothing", nil, nil},
		{
			"one after the other",
			pause.History{
				event("A", pause.Acquired), event("A", pause.Read, pause.Value(1)), event("A", pause.Wrote, pause.Value(2)), event("A", pause.Released),
				event("B", pause.Acquired), event("B", pause.Read, pause.Value(2)), event("B", pause.Wrote, pause.Value(3)), event("B", pause.Released),
			},
			nil,
		},
		{
			"accepted",
			overlap(event("A", pause.Wrote, pause.Value(42))),
			[]string{
				"two holders at once: A and B", "the stale write was accepted: A wrote after B",
				"an update was lost: B made 45 of 40, A made 42 of 40",
			},
		},
		{"rejected", overlap(event("A", pause.Rejected)), []string{"two holders at once: A and B"}},
		{
			"told in time",
			pause.History{event("A", pause.Acquired), event("A", pause.Told), event("B", pause.Acquired)},
			nil,
		},
		{
			"dead holders do not work",
			pause.History{event("A", pause.Acquired), event("A", pause.Killed), event("B", pause.Acquired)},
			nil,
		},
		{
			"tokens decide where there are any",
			pause.History{event("A", pause.Wrote, pause.Token(2)), event("B", pause.Wrote, pause.Token(1))},
			[]string{"the stale write was accepted: B wrote after A"},
		},
		{
			"a write of what nobody read is no update",
			pause.History{event("A", pause.Acquired), event("A", pause.Wrote, pause.Value(5))},
			nil,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, f := range test.h.Faults() {
				got = append(got, f.String())
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestSVG(t *testing.T) {
	h := overlap(event("A", pause.Wrote, pause.Value("<42>"), pause.Token(3)))
	svg := h.SVG("A & B")
	require.Equal(t, svg, h.SVG("A & B"))
	for _, want := range []string{"A &amp; B", "wrote &lt;42&gt; (token 3)", "url(#paused)", "an update was lost"} {
		require.Contains(t, svg, want)
	}
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
	require.NotPanics(t, func() { pause.History(nil).SVG("") })
}
