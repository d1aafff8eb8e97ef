package golangci

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
)

func TestBuildAnalyzers(t *testing.T) {
	p, err := New(nil)
	require.NoError(t, err)
	require.Equal(t, "typesinfo", p.GetLoadMode())
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	require.NoError(t, analysis.Validate(list))
	require.Len(t, list, len(analyzers.All()))
}

// TestOnce: each rule runs in one form only, also where another requires it.
func TestOnce(t *testing.T) {
	p, err := New(nil)
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	forms := map[string]*analysis.Analyzer{}
	for len(list) > 0 {
		a := list[0]
		list = append(list[1:], a.Requires...)
		if forms[a.Name] == nil {
			forms[a.Name] = a
		}
		require.Same(t, forms[a.Name], a, a.Name)
	}
	require.Contains(t, forms, config.Self)
}

func TestSettings(t *testing.T) {
	t.Cleanup(config.Reset)
	p, err := New(map[string]any{"rules": map[string]any{"unfenced": "off", "unfenced/no-token": true}})
	require.NoError(t, err)
	_, err = p.BuildAnalyzers()
	require.NoError(t, err)
	c, err := config.For(t.TempDir())
	require.NoError(t, err)
	require.False(t, c.Enabled("unfenced", "tokenless-lock"))
	require.True(t, c.Enabled("unfenced", "no-token"))
	require.True(t, c.Enabled("plaindel", "plain-delete"))
}

// TestFileIsNotRead: golangci-lint would replay what it found before.
func TestFileIsNotRead(t *testing.T) {
	t.Cleanup(config.Reset)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, config.Name), []byte("rules: {unfenced: off}\n"), 0o666))
	c, err := config.For(dir)
	require.NoError(t, err)
	require.False(t, c.Enabled("unfenced", "no-token"))
	p, err := New(nil)
	require.NoError(t, err)
	_, err = p.BuildAnalyzers()
	require.NoError(t, err)
	c, err = config.For(dir)
	require.NoError(t, err)
	require.True(t, c.Enabled("unfenced", "no-token"))
}

func TestBadSettings(t *testing.T) {
	for want, raw := range map[string]any{
		`unknown key "rulez"`:          map[string]any{"rulez": 1},
		`"unfenzed"`:                   map[string]any{"rules": map[string]any{"unfenzed": "off"}},
		`unknown category "no-tokens"`: map[string]any{"rules": map[string]any{"unfenced/no-tokens": "off"}},
		`"maybe"`:                      map[string]any{"rules": map[string]any{"unfenced": "maybe"}},
		`want keys`:                    []int{1},
	} {
		_, err := New(raw)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "locklint: settings")
	}
}

// TestAdapt: related positions are words, and the rule itself is left as it was.
func TestAdapt(t *testing.T) {
	fset := token.NewFileSet()
	open := func(name string) *ast.File {
		f, err := parser.ParseFile(fset, name, "package p\n\nvar x = 1\n\nvar y = 2\n", 0)
		require.NoError(t, err)
		return f
	}
	here, beside, other := open("/m/p/a.go"), open("/m/p/b.go"), open("/m/store/s.go")
	at := here.Decls[0].Pos()
	rule := &analysis.Analyzer{Name: "unfenced", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Pos: at, Category: "no-token", Message: "it is wrong", Related: []analysis.RelatedInformation{
			{Pos: here.Decls[1].Pos(), Message: "taken here"},
			{Pos: beside.Decls[0].Pos(), Message: "read here"},
			{Pos: other.Decls[0].Pos(), Message: "written here"},
			{Pos: at, Message: "do it right"},
		}})
		return 7, nil
	}}
	var got []analysis.Diagnostic
	pass := &analysis.Pass{Fset: fset, Report: func(d analysis.Diagnostic) { got = append(got, d) }}
	result, err := adapt(rule).Run(pass)
	require.NoError(t, err)
	require.Equal(t, 7, result)
	require.Equal(t, []analysis.Diagnostic{{
		Pos: at, Category: "no-token",
		Message: "it is wrong; taken here (line 5), read here (b.go:3), written here (store/s.go:3); do it right",
	}}, got)
}
