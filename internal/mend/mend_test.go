package mend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/unit"
)

// replacing makes findings, each with a fix that replaces the first old text by
// the new one in a file.
func replacing(t *testing.T, name string, pairs ...string) []unit.Finding {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var out []unit.Finding
	for i := 0; i < len(pairs); i += 2 {
		at := strings.Index(string(text), pairs[i])
		require.GreaterOrEqual(t, at, 0)
		out = append(out, unit.Finding{Fixes: []unit.Fix{{Edits: []unit.Edit{{File: name, Start: at, End: at + len(pairs[i]), New: pairs[i+1]}}}}})
	}
	return out
}

const program = `package p

import (
	"fmt"
	"log"
)

func f() {
	log.Print(1)
	log.Print(2)
	fmt.Print(3)
}
`

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.go")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o640))
	return name
}

func mended(t *testing.T, name string, findings []unit.Finding) string {
	t.Helper()
	p, err := Make(findings)
	require.NoError(t, err)
	require.NoError(t, p.Write(filepath.Base))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// TestImports drops an import that only all fixes together leave unused.
func TestImports(t *testing.T) {
	name := file(t, program)
	got := mended(t, name, replacing(t, name, "\tlog.Print(1)\n", "", "\tlog.Print(2)\n", "", "3", "  4"))
	require.Equal(t, "package p\n\nimport (\n\t\"fmt\"\n)\n\nfunc f() {\n\tfmt.Print(4)\n}\n", got)
	st, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), st.Mode().Perm())
	left, err := filepath.Glob(filepath.Dir(name) + "/.*")
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestCollision leaves a fix that changes what another changes, as a whole; one
// that changes the same in the same way is the same.
func TestCollision(t *testing.T) {
	name := file(t, program)
	findings := replacing(t, name, "Print(1)", "Print(7)", "log.Print(1)", "panic(1)", "Print(1)", "Print(7)")
	findings[1].Fixes[0].Edits = append(findings[1].Fixes[0].Edits, replacing(t, name, "3", "8")[0].Fixes[0].Edits...)
	p, err := Make(append(findings, unit.Finding{}))
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, true, false}, p.Mended)
	require.Equal(t, 1, p.Left)
	require.Equal(t, strings.Replace(program, "Print(1)", "Print(7)", 1), mended(t, name, findings))
}

// TestForm keeps the form of a file that is not gofmt's, and its line ends.
func TestForm(t *testing.T) {
	odd := "package p\r\n\r\nfunc f( ) {\r\n  println(1)\r\n}\r\n"
	name := file(t, odd)
	got := mended(t, name, replacing(t, name, "println(1)", "if true {\n\tprintln(1)\n}"))
	require.Equal(t, strings.Replace(odd, "println(1)", "if true {\r\n\tprintln(1)\r\n}", 1), got)
}

func TestDiff(t *testing.T) {
	name := file(t, program)
	p, err := Make(replacing(t, name, "Print(2)", "Print(5)"))
	require.NoError(t, err)
	got := p.Diff(func(string) string { return "a/p.go" })
	require.Contains(t, got, "--- a/p.go.orig\n+++ a/p.go\n@@ -7,6 +7,6 @@\n")
	require.Contains(t, got, "-\tlog.Print(2)\n+\tlog.Print(5)\n")
}

// TestRefused has what cannot be changed be an error that leaves all as it was.
func TestRefused(t *testing.T) {
	name := file(t, program)
	beyond := []unit.Finding{{Fixes: []unit.Fix{{Edits: []unit.Edit{{File: name, End: 10_000}}}}}}
	_, err := Make(beyond)
	require.ErrorContains(t, err, "changed since it was analysed")
	_, err = Make(replacing(t, name, "func f() {", "func {"))
	require.ErrorContains(t, err, "make no Go")

	p, err := Make(replacing(t, name, "Print(2)", "Print(5)"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte("package q\n"), 0o666))
	require.ErrorContains(t, p.Write(filepath.Base), "changed since it was analysed")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "package q\n", string(text))
}

// TestLink writes through a link to a file.
func TestLink(t *testing.T) {
	name := file(t, program)
	link := filepath.Join(t.TempDir(), "link.go")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	require.Contains(t, mended(t, name, replacing(t, link, "Print(2)", "Print(5)")), "Print(5)")
	st, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, st.Mode()&os.ModeSymlink)
}
