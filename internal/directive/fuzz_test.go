package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzRead: any file has the same directives twice and with other line ends;
// what a directive says of itself is read as the same again; and none holds
// outside its file.
func FuzzRead(f *testing.F) {
	for comment := range problems {
		f.Add("package p\n\n" + comment + "\nfunc f() {}\n")
	}
	for _, body := range covers {
		f.Add("package p\n\n" + body + "\n")
	}
	files, err := filepath.Glob("../../testdata/declared/*/*.go")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		if len(text) < 4<<10 {
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<14 {
			return
		}
		fset, file, set := try(src)
		if set == nil {
			return
		}
		said := describe(fset, set)
		fset2, _, twice := try(src)
		require.Equal(t, said, describe(fset2, twice))
		if !strings.Contains(src, "\r") && !strings.Contains(src, "`") {
			fset3, _, crlf := try(strings.ReplaceAll(src, "\n", "\r\n"))
			require.NotNil(t, crlf)
			require.Equal(t, said, describe(fset3, crlf), "with other line ends")
		}
		for _, d := range set.list {
			checkDirective(t, file, d)
		}
		ignored(t, file, set)
	})
}

func try(src string) (*token.FileSet, *ast.File, *Set) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, parser.ParseComments)
	if err != nil {
		return nil, nil, nil
	}
	return fset, file, Read(fset, []*ast.File{file})
}

// describe writes down all that a set says, places by line.
func describe(fset *token.FileSet, set *Set) []string {
	line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	var out []string
	for _, d := range set.list {
		text := fmt.Sprintf("%d %s %q %q %+v", line(d.Pos), d, d.Reason, d.Problem, d.Row)
		for _, s := range d.spans {
			text += fmt.Sprintf(" %d", line(s.from))
		}
		for _, f := range d.funcs {
			text += " " + f.Name
		}
		out = append(out, text)
	}
	return out
}

func checkDirective(t *testing.T, file *ast.File, d *Directive) {
	t.Helper()
	require.NotContains(t, d.Problem, "\n")
	for _, s := range d.spans {
		if s == (span{}) {
			continue
		}
		require.LessOrEqual(t, file.FileStart, s.from)
		require.LessOrEqual(t, s.to, file.FileEnd+1)
	}
	if d.Problem != "" {
		require.False(t, d.silences(d.Rule, d.Category), "a directive with a problem is heeded")
		return
	}
	again := parse(&ast.Comment{Text: d.String() + " // why"})
	if d.Word == Ignore || d.Word == Efficiency || d.Word == Correctness {
		again = parse(&ast.Comment{Text: d.String() + " why"})
	}
	require.NotNil(t, again, d.String())
	require.Equal(t, []string{d.Word, d.Rule, d.Category, ""}, []string{again.Word, again.Rule, again.Category, again.Problem}, d.String())
}

// ignored: what the set says is silenced somewhere, one of its directives says.
func ignored(t *testing.T, file *ast.File, set *Set) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		d := set.Ignoring("plaindel", "plain-delete", n.Pos())
		if d == nil {
			return true
		}
		require.Empty(t, d.Problem)
		require.True(t, d.Covers(n.Pos()))
		require.True(t, slices.Contains(set.list, d))
		require.True(t, d.Word == nolint || d.Rule == "plaindel" && d.Reason != "")
		return true
	})
}
