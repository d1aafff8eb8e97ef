package catalogue

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRemedies: no remedy is for a kind that nothing has, none names Redis' commands to
// others, and what is not known gets general words.
func TestRemedies(t *testing.T) {
	kinds := map[Kind]bool{}
	for _, l := range Libraries() {
		kinds[l.Kind] = true
		remedy := l.Remedy()
		for _, text := range []string{remedy.Bound, remedy.Free} {
			require.Regexp(t, `^[a-z].*[^.]$`, text, l.Name)
			if l.Kind != "Redis" {
				require.NotRegexp(t, "DELEX|script|EXPIRE", text, l.Name)
			}
		}
	}
	for _, r := range remedies {
		for _, k := range r.Kinds {
			require.True(t, kinds[k], "no library is of the kind %s", k)
		}
	}
	require.Equal(t, anyStore, (*Library)(nil).Remedy())
}
