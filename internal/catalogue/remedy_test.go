package catalogue

import (
	"reflect"
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
		for i := range reflect.TypeFor[Remedy]().NumField() {
			text := reflect.ValueOf(remedy).Field(i).String()
			require.Regexp(t, `^[a-z].*[^.]$`, text, l.Name)
			if l.Kind != "Redis" {
				require.NotRegexp(t, "DELEX|script|EXPIRE", text, l.Name)
			}
		}
	}
	for k := range remedies {
		require.True(t, kinds[k], "no library is of the kind %s", k)
	}
	require.Equal(t, anyStore, (*Library)(nil).Remedy())
}
