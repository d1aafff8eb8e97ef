package plain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	for _, s := range []string{"", "a\tb", "schlüssel 鍵 замок", "👩‍👧", "\xff"} {
		if s != "\xff" {
			require.Equal(t, s, Text(s))
		}
		require.Equal(t, Text(s), Text(Text(s)))
	}
	require.Equal(t, "a·b·[31mc··d·e·f", Text("a\nb\x1b[31mc\r\x00d\u202ee\u2028f"))
	require.Equal(t, "a·b", Text("a\u009bb"), "as some terminals write ESC [")
	require.Equal(t, "a\nb·", Lines("a\nb\r"))
}
