package lockssa_test

import (
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/lockssa"
	"github.com/locklint/locklint/internal/unit"
)

// withResult calls fn with what the analyzer makes of a package of the files.
func withResult(t *testing.T, fn func(*lockssa.Result), files ...string) *unit.Result {
	t.Helper()
	u := &unit.Unit{
		ID: "example.test/p", Path: "example.test/p", Module: &analysis.Module{Path: "example.test/p"},
		GoVersion: "go1.26", Sizes: types.SizesFor("gc", "amd64"), Fset: token.NewFileSet(),
	}
	dir := t.TempDir()
	for i, text := range files {
		name := filepath.Join(dir, string(rune('a'+i))+".go")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		u.Files = append(u.Files, name)
	}
	called := false
	keep := &analysis.Analyzer{
		Name: "keep", Doc: "keep", Requires: []*analysis.Analyzer{lockssa.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			called = true
			fn(pass.ResultOf[lockssa.Analyzer].(*lockssa.Result))
			return nil, nil
		},
	}
	r := unit.Analyze(u, []*analysis.Analyzer{keep})
	require.Empty(t, r.Errors)
	require.Equal(t, called, r.InCone)
	return r
}

func TestFuncs(t *testing.T) {
	r := funcs(t, `package p

//locklint:acquire
func A() { func() { func() {}() }(); func() {}() }

var v = func() { _ = func() {} }

func (T) M() {}

func init() {}

func G[X any](x X) { _ = func() {} }

type T struct{}

func init() { G(1); G("") }
`, "package p\n\nvar w = func() {}\n\nfunc Z() {}\n")
	require.Equal(t, []string{
		"A", "A$1", "A$1$1", "A$2", "init$1", "init$1$1", "M", "init#1", "G", "G$1", "init#2", "init$2", "Z",
	}, r)
}

func funcs(t *testing.T, files ...string) []string {
	t.Helper()
	var names []string
	withResult(t, func(r *lockssa.Result) {
		require.NotNil(t, r.Pkg)
		for _, f := range r.Funcs {
			names = append(names, f.Name())
		}
	}, files...)
	return names
}

func TestOutsideTheCone(t *testing.T) {
	r := withResult(t, func(*lockssa.Result) { t.Error("it was analysed") }, "package p\n\nfunc A() {}\n")
	require.Zero(t, r.Stats.SSA)
}

func TestCounted(t *testing.T) {
	r := withResult(t, func(*lockssa.Result) {}, "package p\n\n//locklint:acquire\nfunc A() { func() {}() }\n")
	require.Equal(t, 1, r.Stats.SSA)
	require.Equal(t, 2, r.Stats.Functions)
	require.Zero(t, r.Stats.Skipped)
}
