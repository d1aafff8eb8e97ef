package standalone

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/lockssa"
)

// renamed reports each function, and mends those of one letter by a second.
var renamed = &analysis.Analyzer{
	Name:     "named",
	Doc:      "report functions",
	Requires: []*analysis.Analyzer{lockssa.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.ResultOf[lockssa.Analyzer].(*lockssa.Result).Funcs {
			d := analysis.Diagnostic{Pos: f.Pos(), Message: "function " + f.Name()}
			if len(f.Name()) == 1 {
				end := f.Pos() + 1
				d.SuggestedFixes = []analysis.SuggestedFix{{Message: "double", TextEdits: []analysis.TextEdit{{Pos: end, End: end, NewText: []byte(f.Name())}}}}
			}
			pass.Report(d)
		}
		return nil, nil
	},
}

func mended(t *testing.T, args ...string) (exit int, stdout, stderr string) {
	t.Helper()
	t.Setenv(cache.Variable, t.TempDir()) // fixes of cached results, too
	for range 2 {
		var out, errs bytes.Buffer
		exit = Main(t.Context(), args, []*analysis.Analyzer{renamed}, &out, &errs)
		stdout, stderr = out.String(), errs.String()
		if len(args) == 0 || args[0] != "-diff" {
			break
		}
	}
	return exit, stdout, stderr
}

func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// TestFix mends what it can and reports the rest; what a baseline covers is left
// alone.
func TestFix(t *testing.T) {
	text := "package a\n\n" + cone + "func A() {}\n\nfunc B() {}\n\nfunc Long() {}\n"
	tree(t, map[string]string{"go.mod": goMod, "a/a.go": text, "b/b.go": "package b\n\n" + cone + "func C() {}\n"})
	keep(t, "old.jsonl", map[string]string{"B": "a/a.go"})

	exit, out, errs := mended(t, "-fix", "-baseline", "old.jsonl")
	require.Equal(t, Found, exit)
	require.Equal(t, "a/a.go:8:6: function Long\n", out)
	require.Empty(t, errs)
	require.Equal(t, "package a\n\n"+cone+"func AA() {}\n\nfunc B() {}\n\nfunc Long() {}\n", textOf(t, "a/a.go"))
	require.Equal(t, "package b\n\n"+cone+"func CC() {}\n", textOf(t, "b/b.go"))

	require.NoError(t, os.WriteFile("b/b.go", []byte("package b\n\n"+cone+"func C() {}\n"), 0o666))
	exit, out, _ = mended(t, "-fix", "-f", "json", "./b")
	require.Equal(t, Clean, exit, "all is mended")
	require.Contains(t, out, `"findings": []`)
}

func TestDiff(t *testing.T) {
	text := "package a\n\n" + cone + "func A() {}\n\nfunc Long() {}\n"
	tree(t, map[string]string{"go.mod": goMod, "a/a.go": text, "b/b.go": "package b\n\n" + cone + "func Long() {}\n"})
	const diff = "--- a/a.go.orig\n+++ a/a.go\n@@ -1,6 +1,6 @@\n package a\n \n " + cone + "-func A() {}\n+func AA() {}\n \n func Long() {}\n"
	for _, tt := range []struct {
		exit int
		out  string
		args []string
	}{
		{Found, diff, []string{"-diff"}},
		{Found, diff, []string{"-diff", "-fix"}},
		{Clean, diff, []string{"-diff", "-exit-zero"}},
		{Clean, "", []string{"-diff", "./b"}}, // a finding that nobody can mend
	} {
		exit, out, errs := mended(t, tt.args...)
		require.Equal(t, tt.exit, exit, tt.args)
		require.Equal(t, tt.out, out, tt.args)
		require.Empty(t, errs)
		require.Equal(t, text, textOf(t, "a/a.go"))
	}
	exit, _, errs := mended(t, "-diff", "-f", "json")
	require.Equal(t, Failed, exit)
	require.Equal(t, "locklint: -diff prints a diff, not the format json\n", errs)

	require.NoError(t, os.WriteFile("b/b.go", []byte("package b\n\n"+cone+"func Long() { undefined() }\n"), 0o666))
	exit, out, errs := mended(t, "-diff")
	require.Equal(t, Failed, exit)
	require.Equal(t, diff, out)
	require.Contains(t, errs, "undefined: undefined")
}
