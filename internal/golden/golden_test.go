package golden

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorder keeps what a test would say.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

func TestCompare(t *testing.T) {
	name := filepath.Join(t.TempDir(), "golden")
	said := func(update bool, got string) []string {
		r := &recorder{TB: t}
		func() {
			defer func() {
				if p := recover(); p != nil && p != any(r) {
					panic(p)
				}
			}()
			Compare(r, update, name, got)
		}()
		return r.said
	}
	require.Len(t, said(false, "a\nb\n"), 1, "there is no file")
	require.Empty(t, said(true, "a\nb\n"))
	require.Empty(t, said(false, "a\nb\n"))
	require.Contains(t, said(false, "a\nc\n")[0], "line 2\nwant: b\ngot:  c")
	require.Contains(t, said(false, "a\nb\n\n")[0], "want 3 lines, got 4")
}
