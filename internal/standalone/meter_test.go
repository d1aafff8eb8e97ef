package standalone

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMeter(t *testing.T) {
	clock := time.Unix(0, 0)
	var out strings.Builder
	m := newMeter(&out, func() time.Time { return clock })
	for i, at := range []time.Duration{500, 900, 1100, 1150, 1300, 1350} { // milliseconds
		clock = time.Unix(0, 0).Add(at * time.Millisecond)
		m.told(i, 7)
	}
	require.Equal(t, "\r2/7 packages\r4/7 packages", out.String())
	m.end()
	require.Equal(t, "\r2/7 packages\r4/7 packages\r\x1b[K", out.String())

	out.Reset()
	quick := newMeter(&out, func() time.Time { return clock })
	quick.told(7, 7)
	quick.end()
	require.Empty(t, out.String(), "what is done at once needs no telling")
}
