package standalone

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFileNames: pre-commit and editors name files.
func TestFileNames(t *testing.T) {
	pkg := func(name, f string) string { return "package " + name + "\n\n" + cone + "func " + f + "() {}\n" }
	dir := tree(t, map[string]string{
		"one/go.mod": goMod, "one/a/a.go": pkg("a", "A"), "one/a/more.go": "package a\n\nfunc More() {}\n",
		"one/b/b.go": pkg("b", "B"), "one/r.go": pkg("r", "R"),
		"two/go.mod": "module example.test/two\n\ngo 1.26.0\n", "two/c/c.go": pkg("c", "C"), "two/d/d.go": pkg("d", "D"),
		"none/n.go": pkg("n", "N"), "one/x.go/x.go": pkg("x", "X"),
		"one/off/off.go": "//go:build neverever\n\n" + pkg("off", "Off"),
	})
	for _, tt := range []struct {
		args    []string
		exit    int
		has, no []string
	}{
		{[]string{"one/a/a.go"}, Found, []string{"function A\n", "function More\n"}, []string{"function B\n"}},
		{[]string{"one/a/a.go", "one/a/more.go", "two/c/c.go"}, Found, []string{"one/a/a.go:4:6", "two/c/c.go:4:6"}, []string{"function B\n", "function D\n"}},
		{[]string{"two/go.mod", "one/r.go"}, Found, []string{"function C\n", "function D\n", "function R\n"}, []string{"function A\n"}},
		{[]string{filepath.Join(dir, "one/b/b.go")}, Found, []string{"function B\n"}, []string{"function A\n"}},
		{[]string{"-C", "one", "a/a.go"}, Found, []string{"one/a/a.go:4:6: function A\n"}, nil},
		{[]string{"-C", "one", "./x.go"}, Found, []string{"function X\n"}, []string{"function A\n"}},
		{[]string{"none/n.go"}, Failed, nil, nil},
	} {
		exit, out, errs := run(t, tt.args...)
		require.Equal(t, tt.exit, exit, "%v %s", tt.args, errs)
		for _, want := range tt.has {
			require.Contains(t, out, want)
		}
		for _, no := range tt.no {
			require.NotContains(t, out, no)
		}
	}
	require.NoError(t, os.WriteFile("two/c/c.go", []byte("package c\n\n"+cone+"func C() { undefined() }\n"), 0o666))
	exit, out, errs := run(t, "one/a/a.go", "two/c/c.go")
	require.Equal(t, Failed, exit)
	require.Contains(t, out, "function A\n", "the other module is told")
	require.Contains(t, errs, "two/c/c.go:4:12: undefined")
}
