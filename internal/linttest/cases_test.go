package linttest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/golden"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/unit"
)

const testdata = "../../testdata/"

// A tree is a module of test programs; a program is a folder at its depth.
type tree struct {
	name  string
	depth int
}

// TestPrograms runs the rules over every program of each tree. Those that
// known-gaps.txt names must fail, all others must pass, so that the list can
// only shrink.
func TestPrograms(t *testing.T) {
	gaps := knownGaps(t)
	for _, tr := range []tree{{"cases", 1}, {"rules", 3}, {"shapes", 2}, {"pauses", 3}, {"pages", 2}, {"purpose", 2}} {
		t.Run(tr.name, func(t *testing.T) { testTree(t, tr, gaps) })
	}
	for name := range gaps {
		t.Errorf("known-gaps.txt names %s, which is no program", name)
	}
}

// TestLibraries runs the rules over the programs for each library of the
// catalogue. Their modules are split so that one broken dependency does not
// stop the rest.
func TestLibraries(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many libraries")
	}
	mods, err := filepath.Glob(testdata + "libraries/*/go.mod")
	require.NoError(t, err)
	require.NotEmpty(t, mods)
	for _, m := range mods {
		tr := tree{"libraries/" + filepath.Base(filepath.Dir(m)), 1}
		t.Run(tr.name, func(t *testing.T) { testTree(t, tr, nil) })
	}
}

func testTree(t *testing.T, tr tree, gaps map[string]bool) {
	rules := analyzers.All()
	dir := testdata + tr.name
	report, view := linttest.AnalyzeView(t, dir, rules, "./...")
	for _, e := range report.Errors {
		t.Errorf("%v\n%s", e, e.Stack)
	}
	c := linttest.Compare(t, dir, rules, report.Findings)
	names := tr.programs(t)
	t.Logf("%d programs, %d wanted findings, %d reported\n%s", len(names), len(c.Want), len(c.Reported), c.Table(rules))

	wrong := map[string][]string{}
	for _, s := range c.Missed {
		wrong[tr.program(s.File)] = append(wrong[tr.program(s.File)], "missed: "+s.String())
	}
	for _, s := range c.Wrong {
		wrong[tr.program(s.File)] = append(wrong[tr.program(s.File)], "wrong: "+s.String())
	}
	if tr.name == "pauses" {
		otherCategories(t, dir, tr, report.Findings, wrong)
	}
	// No word of a message and no related place changes unseen, nor what the engine sees,
	// in which most changes of it show.
	text, err := linttest.Text(dir, report.Findings)
	require.NoError(t, err)
	golden.Compare(t, *update, dir+"/expected.txt", text)
	fixes, err := linttest.Fixes(dir, report.Findings)
	require.NoError(t, err)
	golden.Compare(t, *update, dir+"/fixes.txt", fixes)
	golden.Compare(t, *update, dir+"/engine.txt", view)
	for _, name := range names {
		switch {
		case len(wrong[name]) > 0 && !gaps[name]:
			t.Errorf("%s:\n\t%s", name, strings.Join(wrong[name], "\n\t"))
		case len(wrong[name]) == 0 && gaps[name]:
			t.Errorf("%s passes: take it out of known-gaps.txt", name)
		}
		delete(gaps, name)
	}
}

// otherCategories adds to wrong the findings of a folder's rule that are of
// another category than the folder's: a place may be right, and the reason not.
func otherCategories(t *testing.T, dir string, tr tree, findings []unit.Finding, wrong map[string][]string) {
	t.Helper()
	abs, err := filepath.Abs(dir)
	require.NoError(t, err)
	for _, f := range findings {
		file, err := filepath.Rel(abs, f.Pos.Filename)
		require.NoError(t, err)
		parts := strings.Split(filepath.ToSlash(file), "/")
		if f.Rule == parts[0] && f.Category != parts[1] {
			name := tr.program(file)
			wrong[name] = append(wrong[name], fmt.Sprintf("category: %s:%d: %s/%s", file, f.Pos.Line, f.Rule, f.Category))
		}
	}
}

// program is the program that a file of the tree belongs to.
func (tr tree) program(file string) string {
	parts := strings.Split(filepath.ToSlash(file), "/")
	return strings.Join(append([]string{tr.name}, parts[:min(tr.depth, len(parts))]...), "/")
}

func (tr tree) programs(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob(testdata + tr.name + strings.Repeat("/*", tr.depth))
	require.NoError(t, err)
	var names []string
	for _, d := range dirs {
		if st, err := os.Stat(d); err == nil && st.IsDir() {
			rel, err := filepath.Rel(testdata+tr.name, d)
			require.NoError(t, err)
			names = append(names, tr.program(rel))
		}
	}
	sort.Strings(names)
	require.NotEmpty(t, names)
	return names
}

func knownGaps(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(testdata + "known-gaps.txt")
	require.NoError(t, err)
	gaps := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			gaps[strings.TrimSpace(line)] = true
		}
	}
	return gaps
}
