package unit

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/reach"
)

type fact struct {
	Names []string
	Deep  map[string]struct{ N int }
}

func (*fact) AFact() {}

// writer exports a fact with the names of the package's functions.
func writer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "writer", Doc: "export a fact", FactTypes: []analysis.Fact{new(fact)},
		Run: func(pass *analysis.Pass) (any, error) {
			f := new(fact)
			for _, file := range pass.Files {
				for _, d := range file.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok {
						f.Names = append(f.Names, fn.Name.Name)
					}
				}
			}
			pass.ExportPackageFact(f)
			return nil, nil
		},
	}
}

// newTestUnit is a package of one file in the cone.
func newTestUnit(t *testing.T, path, src string) *Unit {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.go")
	require.NoError(t, os.WriteFile(name, []byte("//locklint:acquire\n"+src), 0o666))
	world := NewWorld(token.NewFileSet(), func(string) (io.ReadCloser, error) { return nil, errors.New("no imports") })
	return &Unit{
		ID: path, Path: path, Files: []string{name}, Module: &analysis.Module{Path: path}, GoVersion: "go1.26",
		Sizes: types.SizesFor("gc", "amd64"), Fset: token.NewFileSet(),
		Importer: world.Importer(func(p string) (string, error) { return p, nil }), Package: world.Package,
		Facts: func(string) ([]byte, error) { return nil, nil },
	}
}

func TestOutsideTheCone(t *testing.T) {
	u := newTestUnit(t, "example.test/p", "package p\n")
	require.NoError(t, os.WriteFile(u.Files[0], []byte("package p; func F() { undefined }"), 0o666))
	r := Analyze(u, []*analysis.Analyzer{reach.Analyzer, writer()})
	require.False(t, r.InCone)
	require.Empty(t, r.Errors)
	require.Nil(t, r.Facts)
	require.Nil(t, r.Package)
}

func TestFactsRoundTrip(t *testing.T) {
	w := writer()
	u := newTestUnit(t, "example.test/p", "package p\n\nfunc F() {}\n\nfunc G() {}\n\ntype T struct{}\n")
	r := Analyze(u, []*analysis.Analyzer{reach.Analyzer, w})
	require.Empty(t, r.Errors)
	require.NotEmpty(t, r.Facts)
	again := Analyze(newTestUnit(t, "example.test/p", "package p\n\nfunc F() {}\n\nfunc G() {}\n\ntype T struct{}\n"),
		[]*analysis.Analyzer{reach.Analyzer, w})
	require.Equal(t, r.Facts, again.Facts)
	require.NotContains(t, string(r.Facts), "Deep", "the description of a type is left out")

	var got []string
	reader := &analysis.Analyzer{
		Name: "reader", Doc: "read", Requires: []*analysis.Analyzer{w}, FactTypes: []analysis.Fact{new(fact)},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, p := range pass.Pkg.Imports() {
				f := new(fact)
				if pass.ImportPackageFact(p, f) {
					got = append(got, f.Names...)
				}
			}
			return nil, nil
		},
	}
	user := newTestUnit(t, "example.test/q", "package q\n\nimport \"example.test/p\"\n\nvar V p.T\n")
	user.Imports = []string{"example.test/p"}
	user.Facts = func(string) ([]byte, error) { return r.Facts, nil }
	user.Importer = importer(func(string) (*types.Package, error) { return r.Package, nil })
	user.Package = func(string) *types.Package { return r.Package }
	r2 := Analyze(user, []*analysis.Analyzer{reach.Analyzer, reader})
	require.Empty(t, r2.Errors)
	require.Equal(t, []string{"F", "G"}, got)
	require.Contains(t, string(r2.Facts), "example.test/p", "the type of V leads there")

	hidden := newTestUnit(t, "example.test/q", "package q\n\nimport \"example.test/p\"\n\nvar v p.T\n\nvar _ = v\n")
	hidden.Imports, hidden.Facts, hidden.Importer, hidden.Package = user.Imports, user.Facts, user.Importer, user.Package
	r3 := Analyze(hidden, []*analysis.Analyzer{reach.Analyzer, reader})
	require.Empty(t, r3.Errors)
	require.NotContains(t, string(r3.Facts), "example.test/p", "nothing exported leads there")
}

func TestFailures(t *testing.T) {
	boom := &analysis.Analyzer{Name: "boom", Doc: "panic", Run: func(*analysis.Pass) (any, error) { panic("out of luck") }}
	after := &analysis.Analyzer{
		Name: "after", Doc: "need boom", Requires: []*analysis.Analyzer{boom},
		Run: func(*analysis.Pass) (any, error) { return nil, nil },
	}
	fails := &analysis.Analyzer{Name: "fails", Doc: "fail", Run: func(*analysis.Pass) (any, error) { return nil, errors.New("no") }}
	reads := &analysis.Analyzer{Name: "reads", Doc: "read", Run: func(pass *analysis.Pass) (any, error) {
		_, err := pass.ReadFile("/etc/hosts")
		return nil, err
	}}
	fine := &analysis.Analyzer{Name: "fine", Doc: "report", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: "fine"})
		return nil, nil
	}}
	strange := &analysis.Analyzer{Name: "strange", Doc: "export", FactTypes: nil, Run: func(pass *analysis.Pass) (any, error) {
		pass.ExportPackageFact(new(fact))
		return nil, nil
	}}
	r := Analyze(newTestUnit(t, "example.test/p", "package p\n"), []*analysis.Analyzer{after, fails, reads, fine, strange})
	var texts []string
	for _, e := range r.Errors {
		texts = append(texts, e.Rule+": "+e.Error())
		require.NotContains(t, e.Error(), "goroutine")
	}
	require.Equal(t, []string{
		": example.test/p: analyzer strange exports a fact of another one",
		"after: example.test/p: analyzer boom failed: out of luck",
		"fails: example.test/p: analyzer fails: no",
		"reads: example.test/p: analyzer reads: read /etc/hosts: no file of the package",
	}, texts)
	require.Contains(t, r.Errors[1].Stack, "goroutine")
	require.Len(t, r.Findings, 1)
	require.Equal(t, "fine", r.Findings[0].Message)

	facts := newTestUnit(t, "example.test/p", "package p\n")
	facts.FactsOnly = true
	r = Analyze(facts, []*analysis.Analyzer{after, fails, reads, fine})
	require.Empty(t, r.Errors, "nothing that writes facts failed")
	require.Empty(t, r.Findings)
}

func TestTypeErrors(t *testing.T) {
	src := "package p\n\nfunc F() {\n" + strings.Repeat("\tundefined()\n", 50) + "}\n"
	r := Analyze(newTestUnit(t, "example.test/p", src), []*analysis.Analyzer{writer()})
	require.Len(t, r.Errors, maxTypeErrors)
	require.Equal(t, 5, r.Errors[0].Pos.Line)
	require.Equal(t, "undefined: undefined", r.Errors[0].Message)
	require.Nil(t, r.Facts)
}

// TestFixes keeps the fixes that can be applied and drops the others.
func TestFixes(t *testing.T) {
	fixer := &analysis.Analyzer{Name: "fixer", Doc: "fix", Run: func(pass *analysis.Pass) (any, error) {
		p := pass.Files[0].Package
		pass.Report(analysis.Diagnostic{Pos: p, Message: "m", SuggestedFixes: []analysis.SuggestedFix{
			{Message: "in order", TextEdits: []analysis.TextEdit{{Pos: p + 3, End: p + 4, NewText: []byte("b")}, {Pos: p, End: p + 1, NewText: []byte("a")}}},
			{Message: "overlap", TextEdits: []analysis.TextEdit{{Pos: p, End: p + 3}, {Pos: p + 1, End: p + 4}}},
			{Message: "backwards", TextEdits: []analysis.TextEdit{{Pos: p + 2, End: p}}},
			{Message: "nowhere", TextEdits: []analysis.TextEdit{{Pos: token.NoPos}}},
		}})
		return nil, nil
	}}
	r := Analyze(newTestUnit(t, "example.test/p", "package p\n"), []*analysis.Analyzer{fixer})
	require.Len(t, r.Findings, 1)
	require.Len(t, r.Findings[0].Fixes, 1)
	fix := r.Findings[0].Fixes[0]
	require.Equal(t, "in order", fix.Message)
	require.Equal(t, 19, fix.Edits[0].Start)
	require.Equal(t, "a", fix.Edits[0].New)
	require.Equal(t, 22, fix.Edits[1].Start)
}

func TestResolveURL(t *testing.T) {
	an := &analysis.Analyzer{URL: "https://example.test/rule"}
	require.Equal(t, "https://example.test/rule#cat", resolveURL(an, analysis.Diagnostic{Category: "cat"}))
	require.Equal(t, "https://example.test/other", resolveURL(an, analysis.Diagnostic{URL: "other"}))
	require.Equal(t, "https://example.test/rule", resolveURL(an, analysis.Diagnostic{}))
}
