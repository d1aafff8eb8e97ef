package catalogue

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSurprises holds the list of what surprises in the libraries against the
// programs: each has a function whose comments say what a rule makes of it.
func TestSurprises(t *testing.T) {
	text, err := os.ReadFile(programsDir + "/surprises.txt")
	require.NoError(t, err)
	comments := programComments(t)
	n := 0
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		require.Greater(t, len(f), 4, line)
		require.False(t, seen[line], "twice: %s", line)
		seen[line] = true
		n++
		got, ok := comments[f[0]+"."+f[1]]
		if !ok {
			t.Errorf("%s has no function %s", f[0], f[1])
			continue
		}
		if !says(got, f[2], f[3]) {
			t.Errorf("%s.%s does not say %q of %s", f[0], f[1], f[2], f[3])
		}
	}
	t.Logf("%d surprises", n)
	require.Greater(t, n, 90)
}

// says reports whether the comments ask for a finding of the rule ("want") or
// for silence ("ok").
func says(comments, what, rule string) bool {
	if what == "ok" {
		return strings.Contains(comments, "ok "+rule+":")
	}
	for _, m := range wantComment.FindAllStringSubmatch(comments, -1) {
		for name := range strings.FieldsSeq(m[1]) {
			if name == rule {
				return true
			}
		}
	}
	return false
}

// programComments are the comments in each function of the programs, by
// "folder.Function".
func programComments(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(programsDir + "/*/*/*.go")
	require.NoError(t, err)
	out := map[string]string{}
	fset := token.NewFileSet()
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			k := fmt.Sprintf("%s.%s", filepath.Base(filepath.Dir(name)), fn.Name.Name)
			for _, c := range f.Comments {
				if c.Pos() > fn.Pos() && c.Pos() < fn.End() {
					out[k] += "// " + c.Text()
				}
			}
		}
	}
	return out
}
