package linttest_test

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
)

// TestNogo runs the rules as Bazel's nogo does: it gives a pass less than any
// other driver, and the findings must be the same.
func TestNogo(t *testing.T) {
	if testing.Short() {
		t.Skip("loads all dependencies from source")
	}
	for name, patterns := range map[string][]string{
		"../../examples":   {"./..."},
		testdata + "cases": {"./goredis...", "./redigo...", "./lua...", "./user-lock..."},
	} {
		dir, err := filepath.Abs(name)
		require.NoError(t, err)
		want := runStandalone(t, dir, analyzers.All(), patterns...)
		require.NotEmpty(t, want)
		require.Equal(t, want, runPoor(t, dir, patterns...), name)
	}
}

// runPoor returns what the rules find in a module when they run poorly.
func runPoor(t *testing.T, dir string, patterns ...string) []place {
	t.Helper()
	linttest.Download(t, dir)
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Fset: fset, Tests: true}, patterns...)
	require.NoError(t, err)
	require.NotEmpty(t, pkgs)
	var rules []*analysis.Analyzer
	poor := map[*analysis.Analyzer]*analysis.Analyzer{}
	for _, a := range analyzers.All() {
		rules = append(rules, impoverish(a, poor))
	}
	require.NoError(t, analysis.Validate(rules))
	graph, err := checker.Analyze(rules, pkgs, nil)
	require.NoError(t, err)
	set := map[place]bool{}
	for _, root := range graph.Roots {
		require.NoError(t, root.Err)
		for _, d := range root.Diagnostics {
			at := fset.Position(d.Pos)
			rel, err := filepath.Rel(dir, at.Filename)
			require.NoError(t, err)
			set[place{fmt.Sprintf("%s:%d:%d", rel, at.Line, at.Column), d.Message}] = true
		}
	}
	return sorted(set)
}

// impoverish copies an analyzer and what it requires, each once. The copies'
// passes have no ReadFile, no Module, none of the other files, and no facts of
// the standard library.
func impoverish(a *analysis.Analyzer, seen map[*analysis.Analyzer]*analysis.Analyzer) *analysis.Analyzer {
	if c, ok := seen[a]; ok {
		return c
	}
	c := *a
	seen[a] = &c
	c.Requires = nil
	for _, r := range a.Requires {
		c.Requires = append(c.Requires, impoverish(r, seen))
	}
	c.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Analyzer = a
		p.ReadFile, p.Module, p.OtherFiles, p.IgnoredFiles, p.TypeErrors = nil, nil, nil, nil, nil
		p.ImportObjectFact = func(o types.Object, f analysis.Fact) bool {
			return !standard(o.Pkg()) && pass.ImportObjectFact(o, f)
		}
		p.ImportPackageFact = func(q *types.Package, f analysis.Fact) bool {
			return !standard(q) && pass.ImportPackageFact(q, f)
		}
		p.ResultOf = map[*analysis.Analyzer]any{}
		for _, r := range a.Requires {
			p.ResultOf[r] = pass.ResultOf[seen[r]]
		}
		return a.Run(&p)
	}
	return &c
}

// standard reports whether a package belongs to the standard library.
func standard(p *types.Package) bool {
	if p == nil {
		return false
	}
	first, _, _ := strings.Cut(p.Path(), "/")
	return !strings.Contains(first, ".")
}
