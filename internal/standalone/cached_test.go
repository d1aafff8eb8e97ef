package standalone

import (
	"fmt"
	"go/ast"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/reach"
	"github.com/locklint/locklint/internal/unit"
)

// told is a fact whose text a package chooses: the value of its constant Tell.
type told struct{ Text string }

func (*told) AFact() {}

// teller reports the constants Tell of the package and, in reports of their
// own, what its imports told and what their constants N are.
var teller = &analysis.Analyzer{
	Name:      "teller",
	Doc:       "tell constants",
	Requires:  []*analysis.Analyzer{reach.Analyzer},
	FactTypes: []analysis.Fact{new(told)},
	Run: func(pass *analysis.Pass) (any, error) {
		at := pass.Files[0].Name.Pos()
		if c, ok := pass.Pkg.Scope().Lookup("Tell").(*types.Const); ok {
			pass.ExportPackageFact(&told{c.Val().String()})
			pass.Report(analysis.Diagnostic{
				Pos: c.Pos(), Message: "tells " + c.Val().String(),
				Related: []analysis.RelatedInformation{{Pos: at, Message: "here"}},
			})
		}
		for _, imp := range pass.Pkg.Imports() {
			f := new(told)
			if pass.ImportPackageFact(imp, f) {
				pass.Report(analysis.Diagnostic{Pos: at, Message: imp.Name() + " told " + f.Text})
			}
			if c, ok := imp.Scope().Lookup("N").(*types.Const); ok {
				pass.Report(analysis.Diagnostic{Pos: at, Message: imp.Name() + ".N is " + c.Val().String()})
			}
		}
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if b, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(b.Value, `"seen`) {
					pass.Report(analysis.Diagnostic{Pos: b.Pos(), Message: b.Value})
				}
				return true
			})
		}
		return nil, nil
	},
}

// chain is a program in which c imports b imports a, all in the cone, and far,
// which a imports, is outside. Other is in the cone and imports none of them.
func chain() map[string]string {
	return map[string]string{
		"go.mod":         goMod,
		"far/far.go":     "package far\n\nconst N = 1\n\nfunc F() string { return \"x\" }\n",
		"a/a.go":         "package a\n\nimport \"example.test/m/far\"\n\n" + cone + "func A() string { return far.F() + \"seen 1\" }\n",
		"b/b.go":         "package b\n\nimport \"example.test/m/a\"\n\nconst Tell = \"one\"\n\ntype B struct{}\n\n" + cone + "func F() string { return a.A() }\n",
		"c/c.go":         "package c\n\nimport \"example.test/m/b\"\n\n" + cone + "func C() b.B { b.F(); return b.B{} }\n",
		"c/c_test.go":    "package c\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) { C() }\n",
		"c/x_test.go":    "package c_test\n\nimport (\n\t\"testing\"\n\n\t\"example.test/m/c\"\n)\n\nfunc TestX(t *testing.T) { c.C() }\n",
		"other/other.go": "package other\n\n" + cone + "func O() string { return \"seen 9\" }\n",
	}
}

// analyze runs the analysis and returns what it found, a line each, and counted.
// Reading the program must not fail.
func analyze(t *testing.T, dir string, store *cache.Cache, list ...*analysis.Analyzer) (string, unit.Stats) {
	t.Helper()
	if list == nil {
		list = []*analysis.Analyzer{teller}
	}
	r, err := Analyze(t.Context(), dir, []string{"./..."}, list, Options{Cache: store})
	require.NoError(t, err)
	require.Empty(t, r.Errors)
	return lines(t, dir, r.Findings), r.Stats
}

func lines(t *testing.T, dir string, list []unit.Finding) string {
	t.Helper()
	var b strings.Builder
	for _, f := range list {
		rel, err := filepath.Rel(dir, f.Pos.String())
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s: %s", filepath.ToSlash(rel), f.Message)
		for _, r := range f.Related {
			rel, err := filepath.Rel(dir, r.Pos.Filename)
			require.NoError(t, err)
			fmt.Fprintf(&b, " (%s:%d: %s)", filepath.ToSlash(rel), r.Pos.Line, r.Message)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
}

// TestWarm counts what a second run does, with nothing and with something
// changed. Every run must find what one without a cache finds.
func TestWarm(t *testing.T) {
	dir := tree(t, chain())
	store := cache.Open(t.TempDir(), cache.DefaultSize)
	files := chain()
	change := func(name, old, now string) func() {
		return func() {
			require.Contains(t, files[name], old)
			files[name] = strings.Replace(files[name], old, now, 1)
			write(t, filepath.Join(dir, name), files[name])
		}
	}
	// The packages are far, a, b, c, c with its test, c's external test, other.
	tests := []struct {
		name    string
		change  func()
		checked int // from source
		known   int
		export  int // packages whose export data was read
	}{
		// a reads far, both variants of c are checked, the external test reads
		// the variant, and testing is read for both.
		{name: "first", change: func() {}, checked: 6, export: 2},
		{name: "nothing", change: func() {}, known: 6},
		{name: "a body outside", change: change("far/far.go", `"x"`, `"y"`), known: 6},
		{name: "a comment above", change: change("far/far.go", "package far", "// Far is far.\npackage far"), known: 6},
		{name: "a constant outside", change: change("far/far.go", "N = 1", "N = 2"), checked: 5, known: 1, export: 2},
		{name: "a body inside", change: change("a/a.go", "seen 1", "seen 2"), checked: 1, known: 5, export: 1},
		{name: "a fact", change: change("b/b.go", "one", "two"), checked: 4, known: 2, export: 2},
		{name: "the same again", change: change("b/b.go", "two", "one"), known: 6},
		{name: "a leaf of the graph", change: change("other/other.go", "seen 9", "seen 8"), checked: 1, known: 5},
		{name: "a test", change: change("c/x_test.go", "c.C()", "c.C(); c.C()"), checked: 1, known: 5, export: 2},
		{name: "a type", change: change("b/b.go", "struct{}", "struct{ N int }"), checked: 4, known: 2, export: 2},
	}
	for _, test := range tests {
		test.change()
		want, _ := analyze(t, dir, nil)
		got, stats := analyze(t, dir, store)
		require.Equal(t, want, got, test.name)
		require.NoError(t, store.Err())
		require.Equal(t, []int{test.checked, test.known, test.export}, []int{stats.Checked, stats.Cached, stats.Exported},
			"%s: from source, known, from export data", test.name)
		_, stats = analyze(t, dir, store)
		require.Equal(t, unit.Stats{Packages: stats.Packages, Cached: 6, FactBytes: stats.FactBytes}, stats, "%s, again", test.name)
	}
	require.Contains(t, first(analyze(t, dir, store)), "a/a.go:1:9: far.N is 2\n")
}

func first(s string, _ unit.Stats) string { return s }

// TestKeys changes what a result depends on beside the files.
func TestKeys(t *testing.T) {
	files := chain()
	files["a/tagged.go"] = "//go:build special\n\npackage a\n\nconst S = \"seen special\"\n"
	files["a/windows.go"] = "//go:build windows\n\npackage a\n\nconst W = \"seen windows\"\n"
	dir := tree(t, files)
	store := cache.Open(t.TempDir(), cache.DefaultSize)
	plain, _ := analyze(t, dir, store)

	t.Run("rules", func(t *testing.T) {
		_, stats := analyze(t, dir, store, teller, named)
		require.Zero(t, stats.Cached)
	})
	t.Run("tags", func(t *testing.T) {
		t.Setenv("GOFLAGS", "-tags=special")
		out, _ := analyze(t, dir, store)
		require.Contains(t, out, "seen special")
	})
	t.Run("GOOS", func(t *testing.T) {
		t.Setenv("GOOS", "windows")
		t.Setenv("CGO_ENABLED", "0")
		out, _ := analyze(t, dir, store)
		require.Contains(t, out, "seen windows")
	})
	t.Run("configuration", func(t *testing.T) {
		file := filepath.Join(dir, config.Name)
		write(t, file, "tests: true\n")
		config.Reset()
		defer config.Reset()
		defer os.Remove(file)
		_, stats := analyze(t, dir, store)
		require.Zero(t, stats.Cached)
	})
	t.Run("go.mod", func(t *testing.T) {
		write(t, filepath.Join(dir, "go.mod"), strings.Replace(goMod, "1.26.0", "1.25.0", 1))
		defer write(t, filepath.Join(dir, "go.mod"), goMod)
		_, stats := analyze(t, dir, store)
		require.Zero(t, stats.Cached, "another language")
	})
	t.Run("some packages", func(t *testing.T) {
		// What was only a dependency has findings when it is asked for.
		other := cache.Open(t.TempDir(), cache.DefaultSize)
		r, err := Analyze(t.Context(), dir, []string{"./b"}, []*analysis.Analyzer{teller}, Options{Cache: other})
		require.NoError(t, err)
		require.NotContains(t, lines(t, dir, r.Findings), "seen")
		out, _ := analyze(t, dir, other)
		require.Equal(t, plain, out)
	})
	out, stats := analyze(t, dir, store)
	require.Equal(t, plain, out)
	require.Equal(t, 6, stats.Cached)
}

// TestCheckouts: two directories share entries.
func TestCheckouts(t *testing.T) {
	one, two := tree(t, chain()), tree(t, chain())
	require.NotEqual(t, one, two)
	dir := t.TempDir()
	want, _ := analyze(t, one, cache.Open(dir, cache.DefaultSize))
	got, stats := analyze(t, two, cache.Open(dir, cache.DefaultSize))
	require.Equal(t, want, got)
	require.Equal(t, 6, stats.Cached)
	for _, text := range entries(t, dir) {
		require.NotContains(t, text, one)
	}
}

// entries reads all files below a directory.
func entries(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all[name] = string(text)
		return err
	}))
	return all
}

// TestDamage makes entries unreadable in several ways: they count as missing
// and are written again.
func TestDamage(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":         goMod,
		"far/far.go":     chain()["far/far.go"],
		"a/a.go":         chain()["a/a.go"],
		"other/other.go": chain()["other/other.go"],
	})
	ways := map[string]func(string) string{
		"empty":     func(string) string { return "" },
		"cut off":   func(s string) string { return s[:len(s)*3/4] },
		"one bit":   func(s string) string { return s[:len(s)-1] + string(s[len(s)-1]^1) },
		"an older":  func(s string) string { return strings.Replace(s, "locklint cache 1", "locklint cache 0", 1) },
		"of others": func(string) string { return "something else altogether" },
	}
	for name, damage := range ways {
		t.Run(name, func(t *testing.T) {
			where := t.TempDir()
			store := cache.Open(where, cache.DefaultSize)
			want, _ := analyze(t, dir, store)
			for name, text := range entries(t, where) {
				if !strings.HasSuffix(name, "trim.txt") {
					write(t, name, damage(text))
				}
			}
			got, stats := analyze(t, dir, store)
			require.Equal(t, want, got)
			require.Zero(t, stats.Cached)
			_, stats = analyze(t, dir, store)
			require.Equal(t, 2, stats.Cached, "written again")
		})
	}
}

// TestAtOnce lets several runs share one cache.
func TestAtOnce(t *testing.T) {
	dir := tree(t, chain())
	where := t.TempDir()
	want, _ := analyze(t, dir, nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			r, err := Analyze(t.Context(), dir, []string{"./..."}, []*analysis.Analyzer{teller}, Options{Cache: cache.Open(where, 4096)})
			if err != nil || lines(t, dir, r.Findings) != want {
				t.Errorf("%v: %v", err, r)
			}
		})
	}
	wg.Wait()
}

// TestChanging changes files while they are analysed.
func TestChanging(t *testing.T) {
	dir := tree(t, chain())
	store := cache.Open(t.TempDir(), cache.DefaultSize)
	var once sync.Once
	name := filepath.Join(dir, "b/b.go")
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	meddler := &analysis.Analyzer{
		Name: "meddler", Doc: "change b", Requires: []*analysis.Analyzer{reach.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if pass.Pkg.Name() == "a" {
				once.Do(func() { write(t, name, strings.Replace(string(before), "one", "two", 1)) })
			}
			return nil, nil
		},
	}
	r, err := Analyze(t.Context(), dir, []string{"./..."}, []*analysis.Analyzer{meddler, teller}, Options{Cache: store})
	require.NoError(t, err)
	require.Len(t, r.Errors, 1)
	require.Contains(t, r.Errors[0].Error(), "b.go changed while it was analysed")
	_, stats := analyze(t, dir, store, meddler, teller)
	require.Zero(t, stats.Cached, "nothing of that run was kept")
}

// TestCommandCache runs the command with caches that it cannot use.
func TestCommandCache(t *testing.T) {
	dir := tree(t, map[string]string{"go.mod": goMod, "p.go": "package p\n\n" + cone + "func P() {}\n"})
	file := filepath.Join(dir, "file")
	write(t, file, "")
	full := filepath.Join(t.TempDir(), "full")
	require.NoError(t, os.Mkdir(full, 0o777))
	tests := []struct{ name, dir, errs string }{
		{name: "a file", dir: file, errs: "locklint: what was found is not kept for the next run: mkdir "},
		{name: "no such device", dir: "/proc/none", errs: "locklint: what was found is not kept for the next run: mkdir "},
		{name: "off", dir: "off"},
		{name: "full", dir: full, errs: "locklint: what was found is not kept for the next run: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "full" {
				if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4k", "none", full).CombinedOutput(); err != nil {
					t.Skipf("no small file system: %s", out)
				}
				t.Cleanup(func() { _ = exec.Command("umount", full).Run() })
				write(t, filepath.Join(full, "rest"), strings.Repeat("x", 4096))
			}
			t.Setenv(cache.Variable, test.dir)
			exit, out, errs := run(t)
			require.Equal(t, Found, exit)
			require.Contains(t, out, "function P")
			require.True(t, strings.HasPrefix(errs, test.errs), errs)
			require.LessOrEqual(t, strings.Count(errs, "\n"), 1)
		})
	}
}
