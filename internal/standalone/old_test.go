package standalone

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/output"
)

// keep writes a baseline of what is found by the functions' names.
func keep(t *testing.T, file string, funcs map[string]string) {
	t.Helper()
	text := "{\"version\":1}\n"
	for _, name := range []string{"A", "B", "C", "Gone"} {
		if in, ok := funcs[name]; ok {
			line, err := json.Marshal(map[string]any{"rule": "named", "file": in, "func": name, "message": "function " + name, "count": 1})
			require.NoError(t, err)
			text += string(line) + "\n"
		}
	}
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
}

func TestBaselineLeavesOutOldFindings(t *testing.T) {
	tree(t, map[string]string{
		"go.mod": goMod,
		"a/a.go": "package a\n\n" + cone + "func A() {}\n\nfunc B() {}\n",
		"c/c.go": "package c\n\n" + cone + "func C() {}\n",
	})
	keep(t, "old.jsonl", map[string]string{"A": "a/a.go", "C": "c/c.go"})
	exit, out, errs := run(t, "-baseline", "old.jsonl")
	require.Equal(t, Found, exit)
	require.Empty(t, errs)
	require.Equal(t, "a/a.go:6:6: function B\n\ta/a.go:6:6: declared here\n", out)

	// The lines may move.
	require.NoError(t, os.WriteFile("a/a.go", []byte("package a\n\n// More.\n\n"+cone+"func A() {}\n"), 0o666))
	exit, out, errs = run(t, "-baseline", "old.jsonl")
	require.Equal(t, Clean, exit)
	require.Empty(t, out)
	require.Empty(t, errs)

	// What is left out stays visible for tools.
	exit, out, _ = run(t, "-baseline", "old.jsonl", "-f", "sarif")
	require.Equal(t, Clean, exit)
	require.Equal(t, 2, strings.Count(out, `"kind": "external"`), out)
}

// TestStaleEntries: an entry is stale only where its package was looked at by
// its rule.
func TestStaleEntries(t *testing.T) {
	tree(t, map[string]string{
		"go.mod": goMod,
		"a/a.go": "package a\n\n" + cone + "func A() {}\n",
		"c/c.go": "package c\n\n" + cone + "func C() {}\n",
	})
	keep(t, "old.jsonl", map[string]string{"A": "a/a.go", "B": "a/a.go", "Gone": "gone/g.go"})
	stale := func(line, place string) string {
		return "locklint: old.jsonl:" + line + ": nothing matches this any more (named in " + place + "): run locklint baseline write\n"
	}
	exit, out, errs := run(t, "-baseline", "old.jsonl", "./a")
	require.Equal(t, Clean, exit, out)
	require.Equal(t, stale("3", "a/a.go")+stale("4", "gone/g.go"), errs)

	_, _, errs = run(t, "-baseline", "old.jsonl", "./c")
	require.Equal(t, stale("4", "gone/g.go"), errs, "nobody looked at a")

	require.NoError(t, os.WriteFile("a/a.go", []byte("package a\n\n"+cone+"func A() { undefined() }\n"), 0o666))
	exit, _, errs = run(t, "-baseline", "old.jsonl")
	require.Equal(t, Failed, exit)
	require.NotContains(t, errs, "nothing matches", "what does not compile is not known")
}

func TestBadBaseline(t *testing.T) {
	tree(t, map[string]string{"go.mod": goMod, "p.go": "package p\n", "dir/x": "", "new.jsonl": "{\"version\":2}\n", "bad.jsonl": "{\"version\":1}\n{\"rule\":1}\n"})
	require.NoError(t, os.WriteFile("secret.jsonl", nil, 0o000))
	for name, want := range map[string]string{
		"none.jsonl": "locklint: baseline: stat none.jsonl: no such file or directory\n",
		"dir":        "locklint: baseline: dir is not a file\n",
		"new.jsonl":  "locklint: baseline: new.jsonl:1: version 2 is unknown: this locklint reads version 1\n",
		"bad.jsonl":  "locklint: baseline: bad.jsonl:2: cannot unmarshal number into Go struct field line.rule of type string\n",
	} {
		exit, out, errs := run(t, "-baseline", name)
		require.Equal(t, Failed, exit)
		require.Empty(t, out)
		require.Equal(t, want, errs)
	}
	if os.Geteuid() != 0 { // who may read everything
		exit, _, errs := run(t, "-baseline", "secret.jsonl")
		require.Equal(t, Failed, exit)
		require.Equal(t, "locklint: baseline: open secret.jsonl: permission denied\n", errs)
	}
}

// TestExitCodes: 0, 1 and 2 mean the same in every format.
func TestExitCodes(t *testing.T) {
	good := "package p\n\n" + cone + "func A() {}\n"
	for _, format := range output.Names() {
		tree(t, map[string]string{"go.mod": goMod, "p/p.go": good, "q/q.go": "package q\n"})
		keep(t, "old.jsonl", map[string]string{"A": "p/p.go"})
		for _, tt := range []struct {
			exit int
			args []string
		}{
			{Found, nil},
			{Clean, []string{"./q"}},
			{Clean, []string{"-exit-zero"}},
			{Clean, []string{"-baseline", "old.jsonl"}},
			{Failed, []string{"./nowhere"}},
		} {
			exit, _, errs := run(t, append([]string{"-f", format}, tt.args...)...)
			require.Equal(t, tt.exit, exit, "%s %v %s", format, tt.args, errs)
		}
		require.NoError(t, os.WriteFile("q/q.go", []byte("package q\n\n"+cone+"func Q() { undefined() }\n"), 0o666))
		for _, args := range [][]string{nil, {"-exit-zero"}, {"-baseline", "old.jsonl"}} {
			exit, out, _ := run(t, append([]string{"-f", format}, args...)...)
			require.Equal(t, Failed, exit, "%s %v", format, args)
			if args == nil {
				require.Contains(t, out, "function A", "what was found elsewhere is told")
			}
		}
	}
}

func TestNewFrom(t *testing.T) {
	old := "package a\n\n" + cone + "func A() {}\n\nfunc B() {}\n"
	dir := tree(t, map[string]string{"m ü/go.mod": goMod, "m ü/a/a.go": old, "m ü/b/ü b.go": "package b\n\n" + cone + "func B() {}\n"})
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-qm", "old")
	t.Chdir("m ü")

	exit, out, errs := run(t, "-new-from", "HEAD")
	require.Equal(t, Clean, exit, errs)
	require.Empty(t, out)

	require.NoError(t, os.WriteFile("a/a.go", []byte("package a\n\n// Moved.\n\n"+cone+"func A() {}\n\nfunc B() {}\n\nfunc C() {}\n"), 0o666))
	require.NoError(t, os.WriteFile("b/ü b.go", []byte("package b\n\n"+cone+"func B() { _ = 1 }\n"), 0o666))
	require.NoError(t, os.WriteFile("a/untracked.go", []byte("package a\n\nfunc D() {}\n"), 0o666))
	exit, out, errs = run(t, "-new-from", "HEAD")
	require.Equal(t, Found, exit, errs)
	require.Contains(t, out, "function C")
	require.Contains(t, out, "function D")
	require.Contains(t, out, "b/ü b.go:4:6: function B")
	require.NotContains(t, out, "function A")
	require.NotContains(t, out, "a/a.go:9")

	git("add", ".")
	git("commit", "-qm", "new")
	exit, out, _ = run(t, "-new-from", "HEAD")
	require.Equal(t, Clean, exit, out)
	exit, _, _ = run(t, "-new-from", "HEAD~1")
	require.Equal(t, Found, exit)
	t.Chdir(dir)
	exit, _, _ = run(t, "-C", "m ü", "-new-from", "HEAD~1")
	require.Equal(t, Found, exit)

	exit, _, errs = run(t, "-C", "m ü", "-new-from", "nope")
	require.Equal(t, Failed, exit)
	require.Equal(t, "locklint: -new-from nope: git: Needed a single revision\n", errs)
	exit, _, errs = run(t, "-C", "m ü", "-new-from", "--output=x")
	require.Equal(t, Failed, exit)
	require.Equal(t, 1, strings.Count(errs, "\n"), errs)
	require.NoFileExists(t, "m ü/x")
}

func TestNewFromOutsideGit(t *testing.T) {
	dir := tree(t, map[string]string{"go.mod": goMod})
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	exit, _, errs := run(t, "-new-from", "HEAD")
	require.Equal(t, Failed, exit)
	require.Equal(t, "locklint: -new-from HEAD: git: not a git repository (or any of the parent directories): .git\n", errs)
	t.Setenv("PATH", "")
	_, _, errs = run(t, "-new-from", "HEAD")
	require.Equal(t, "locklint: -new-from HEAD: exec: \"git\": executable file not found in $PATH\n", errs)
}

// TestNewFromRelated: a lock that is new makes an old write wrong.
func TestNewFromRelated(t *testing.T) {
	pair := &analysis.Analyzer{Name: "pair", Doc: "report the second function because of the first", Run: func(pass *analysis.Pass) (any, error) {
		decls := pass.Files[0].Decls
		pass.Report(analysis.Diagnostic{Pos: decls[1].Pos(), Message: "second", Related: []analysis.RelatedInformation{
			{Pos: decls[0].Pos(), Message: "first"},
		}})
		return nil, nil
	}}
	dir := tree(t, map[string]string{"go.mod": goMod, "p.go": "package p\n\n" + cone + "func A() {}\n\nfunc B() {}\n"})
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "old"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		require.NoError(t, cmd.Run())
	}
	require.NoError(t, os.WriteFile("p.go", []byte("package p\n\n"+cone+"func A() { _ = 1 }\n\nfunc B() {}\n"), 0o666))
	var out, errs bytes.Buffer
	exit := Main(t.Context(), []string{"-new-from", "HEAD"}, []*analysis.Analyzer{pair}, &out, &errs)
	require.Equal(t, Found, exit, errs.String())
	require.Contains(t, out.String(), "p.go:6:1: second")
}

func TestHunks(t *testing.T) {
	c := &changes{lines: map[string][]span{}}
	require.NoError(t, c.read(`diff --git a/x.go b/x.go
--- a/x.go
+++ b/x.go
@@ -1,0 +2,2 @@ func
+++ b/y.go
+@@ -1 +1 @@
@@ -9 +11 @@
--- a
+++ b
\ No newline at end of file
@@ -20,2 +21,0 @@
-a
-b
diff --git a/gone.go b/gone.go
--- a/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-package gone
diff --git "a/q\"t.go" "b/q\"t.go"
--- "a/q\"t.go"
+++ "b/q\"t.go"
@@ -0,0 +1 @@
+x
`))
	require.Equal(t, map[string][]span{"x.go": {{2, 3}, {11, 11}}, `q"t.go`: {{1, 1}}}, c.lines)
	require.Error(t, c.read("@@ -a +b @@\n"))
	require.Error(t, c.read("@@ nonsense\n"))
}
