package main

import (
	"bytes"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/unit"
)

const root = "../../../"

// TestJudge lists a tree and tries a mutant on it. The build has none, so that nothing
// meets it.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("loads libraries")
	}
	abs, err := filepath.Abs(root)
	require.NoError(t, err)
	linttest.Download(t, filepath.Join(abs, "examples"))
	state := filepath.Join(t.TempDir(), "state.json")
	require.NoError(t, run([]string{"prepare", state, abs, "examples"}))
	var out bytes.Buffer
	require.NoError(t, try(state, strings.NewReader("7\n9\n"), &out))
	require.Equal(t, "7 unmet \n9 unmet \n", out.String())
	require.Error(t, try(state, strings.NewReader("x\n"), &out))
	require.Error(t, run([]string{"judge"}))
}

// TestDiffers: only what a test of the tree looks at is a difference.
func TestDiffers(t *testing.T) {
	dir, err := filepath.Abs(root + "examples/sell")
	require.NoError(t, err)
	at := func(line int) token.Position {
		return token.Position{Filename: filepath.Join(dir, "seats.go"), Line: line}
	}
	result := func(change func(*unit.Finding)) *outcome {
		f := unit.Finding{Rule: "unfenced", Category: "a", Message: "m", Pos: at(1), Fixes: []unit.Fix{{Message: "x", Edits: []unit.Edit{{New: "n"}}}}}
		change(&f)
		return &outcome{Result: &unit.Result{Package: types.NewPackage("p", "p"), Findings: []unit.Finding{f}}}
	}
	first := result(func(*unit.Finding) {})
	p := &pkg{Path: "example.test/unfenced/a/x", Dir: dir, first: first}
	p.base = linttest.Compare(stopper{}, dir, analyzers.All(), first.Findings)
	last := &pkg{Path: "example.test/z", Module: nil}
	line := result(func(f *unit.Finding) { f.Pos = at(2) })
	text := result(func(f *unit.Finding) { f.Message = "n" })
	category := result(func(f *unit.Finding) { f.Category = "b" })
	edit := result(func(f *unit.Finding) { f.Fixes[0].Edits[0].New = "" })
	broken := result(func(*unit.Finding) {})
	broken.Errors = []unit.Error{{Message: "e"}}
	for _, tt := range []struct {
		tree   string
		result *outcome
		want   string
	}{
		{"testdata/rules", first, ""},
		{"testdata/rules", line, "wrong"},
		{"testdata/rules", text, ""},
		{"testdata/rules", edit, ""},
		{"testdata/rules", broken, "errors"},
		{"testdata/rules", &outcome{Result: &unit.Result{}}, "cone"},
		{locksTree, &outcome{Result: first.Result, locks: []byte("{}")}, "locks"},
		{"testdata/fixes", edit, "edits"},
		{"examples", text, "text"},
		{"examples", edit, ""},
		{"/generated", text, ""},
		{"/generated", line, "reported"},
		{"/generated", category, "reported"},
	} {
		tr := &tree{Name: tt.tree, Dir: dir, Packages: []*pkg{p, last}, Text: tt.tree == "examples"}
		require.Equal(t, tt.want, tr.differs(p, tt.result), "%s %v", tt.tree, tt.result)
	}
}
